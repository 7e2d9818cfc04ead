import type {
  ActionIconProps,
  AnchorProps,
  BadgeProps,
  ButtonProps,
  CardProps,
  CheckboxProps,
  InputWrapperProps,
  MantineThemeOverride,
  MenuProps,
  ModalProps,
  PasswordInputProps,
  PopoverProps,
  SegmentedControlProps,
  SelectProps,
  SwitchProps,
  TagsInputProps,
  TooltipProps,
} from '@mantine/core'

const opening = { duration: 120, timingFunction: 'ease-out' }

const dialogs = { centered: true, padding: 0, transitionProps: opening }

/**
 * Default props of Mantine's components; their styles are in `mantine.css`. Plain objects instead of the components'
 * own `extend`, so that a page loads only the components it shows.
 */
export const componentDefaults: NonNullable<MantineThemeOverride['components']> = {
  ActionIcon: defaults<ActionIconProps>({ variant: 'subtle' }),
  Anchor: defaults<AnchorProps>({ underline: 'hover' }),
  Badge: defaults<BadgeProps>({ variant: 'light', radius: 'xs' }),
  Button: defaults<ButtonProps>({ variant: 'default' }),
  Card: defaults<CardProps>({ withBorder: true, shadow: 'none', padding: 'md' }),
  Checkbox: defaults<CheckboxProps>({ size: 'xs', radius: 'xs' }),
  InputWrapper: defaults<InputWrapperProps>({
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    withAsterisk: false,
  }),
  Menu: defaults<MenuProps>({
    shadow: 'md',
    transitionProps: opening,
    // The placeholder would get the focus before the first item, but is not an item to screen readers.
    withInitialFocusPlaceholder: false,
  }),
  Modal: defaults<ModalProps>(dialogs),
  ModalRoot: defaults<ModalProps>(dialogs),
  PasswordInput: defaults<PasswordInputProps>({
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: { 'aria-label': 'Mostrar lo escrito' },
  }),
  Popover: defaults<PopoverProps>({ shadow: 'md', transitionProps: opening }),
  SegmentedControl: defaults<SegmentedControlProps>({ size: 'xs', transitionDuration: 120 }),
  Select: defaults<SelectProps>({ allowDeselect: false, checkIconPosition: 'right' }),
  Switch: defaults<SwitchProps>({ withThumbIndicator: false }),
  TagsInput: defaults<TagsInputProps>({ maxDropdownHeight: 240 }),
  Tooltip: defaults<TooltipProps>({
    openDelay: 300,
    multiline: true,
    maw: 320,
    transitionProps: opening,
  }),
}

function defaults<P>(defaultProps: Partial<P>) {
  return { defaultProps }
}
