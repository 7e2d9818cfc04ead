import { Switch, type SwitchProps } from '@mantine/core'
import classes from './option-switch.module.css'

type OptionSwitchProps = SwitchProps & {
  label: string
  /** Effect, in one line. */
  description: string
}

/** Label and description on the left, switch on the right. */
export function OptionSwitch(props: OptionSwitchProps) {
  return <Switch classNames={classes} labelPosition="left" {...props} />
}
