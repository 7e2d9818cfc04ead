import { SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Cards in two columns where there is room; else the second follows the first. */
export const TwoColumns = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
    <Stack gap="md">{first}</Stack>
    <Stack gap="md">{second}</Stack>
  </SimpleGrid>
)
