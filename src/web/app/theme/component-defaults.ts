import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Card,
  Checkbox,
  Input,
  Loader,
  type MantineThemeOverride,
  Menu,
  Modal,
  PasswordInput,
  Popover,
  SegmentedControl,
  Select,
  Switch,
  Table,
  TagsInput,
  Tooltip,
} from '@mantine/core'

const opening = { duration: 120, timingFunction: 'ease-out' }

const dialogs = { centered: true, padding: 0, transitionProps: opening }

/** What Mantine's components are unless told otherwise; how they look is in `mantine.css`. */
export const componentDefaults: NonNullable<MantineThemeOverride['components']> = {
  ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle' } }),
  Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
  Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'xs' } }),
  Button: Button.extend({ defaultProps: { variant: 'default' } }),
  Card: Card.extend({ defaultProps: { withBorder: true, shadow: 'none', padding: 'md' } }),
  Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 'xs' } }),
  InputWrapper: Input.Wrapper.extend({
    defaultProps: {
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
      withAsterisk: false,
    },
  }),
  Loader: Loader.extend({ defaultProps: { size: 24 } }),
  Menu: Menu.extend({ defaultProps: { shadow: 'md', transitionProps: opening } }),
  Modal: Modal.extend({ defaultProps: dialogs }),
  ModalRoot: Modal.Root.extend({ defaultProps: dialogs }),
  PasswordInput: PasswordInput.extend({
    defaultProps: {
      visibilityToggleFocusable: true,
      visibilityToggleButtonProps: { 'aria-label': 'Mostrar lo escrito' },
    },
  }),
  Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: opening } }),
  SegmentedControl: SegmentedControl.extend({
    defaultProps: { size: 'xs', transitionDuration: 120 },
  }),
  Select: Select.extend({
    defaultProps: {
      allowDeselect: false,
      checkIconPosition: 'right',
      // Centred, a list is measured before it is shown and widens a phone's page for good.
      comboboxProps: { position: 'bottom-start' },
    },
  }),
  Switch: Switch.extend({ defaultProps: { withThumbIndicator: false } }),
  Table: Table.extend({ defaultProps: { layout: 'fixed', verticalSpacing: 0 } }),
  TagsInput: TagsInput.extend({ defaultProps: { maxDropdownHeight: 240 } }),
  Tooltip: Tooltip.extend({
    defaultProps: { openDelay: 300, multiline: true, maw: 320, transitionProps: opening },
  }),
}
