import { useMantineColorScheme } from '@mantine/core'

/** Whether this browser shows the dark scheme, and the way to change it, which all of its tabs follow. */
export function useDarkMode(): [isDark: boolean, setDark: (isDark: boolean) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [colorScheme === 'dark', isDark => setColorScheme(isDark ? 'dark' : 'light')]
}
