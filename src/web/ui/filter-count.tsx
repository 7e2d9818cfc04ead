import { Text } from '@mantine/core'
import classes from './filter-count.module.css'

/** How much the filters leave, at the end of their row. */
export const FilterCount = ({ children }: { children: string }) => (
  <Text className={classes.count} role="status">
    {children}
  </Text>
)
