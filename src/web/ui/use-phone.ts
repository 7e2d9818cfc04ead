import { useMediaQuery } from '@mantine/hooks'

/** True if the window is narrower than Mantine's `sm`; the same limit as in the style sheets. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
