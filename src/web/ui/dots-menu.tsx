import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import { useRef } from 'react'

interface Choice {
  label: string
  icon: Icon
  disabled?: boolean
  act: () => unknown
}

interface DotsMenuProps extends Omit<ActionIconProps, 'children'> {
  'aria-label': string
  choices: readonly Choice[]
  /** Called when it opens, and when it closes. */
  onToggle?: (isOpen: boolean) => void
}

/** Three dots that open a menu of actions, and keep the focus after a choice. */
export function DotsMenu({ choices, onToggle, ...dots }: DotsMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" {...(onToggle && { onChange: onToggle })}>
      <Menu.Target>
        <ActionIcon ref={target} {...dots}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, icon: Icon, disabled = false, act }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon />}
            disabled={disabled}
            onClick={() => {
              // The item, which has the focus, disappears with the menu.
              target.current?.focus()
              act()
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
