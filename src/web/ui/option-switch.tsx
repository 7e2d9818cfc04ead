import { Switch, type SwitchProps } from '@mantine/core'
import classes from './option-switch.module.css'

type OptionSwitchProps = SwitchProps & {
  label: string
  /** What it does, in one line. */
  description: string
}

/** What it is and does on the left, the switch on the right. */
export function OptionSwitch(props: OptionSwitchProps) {
  return <Switch classNames={classes} labelPosition="left" {...props} />
}
