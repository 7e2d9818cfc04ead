import {
  IconAlertTriangle,
  IconBinoculars,
  IconBook,
  IconClockPause,
  IconCodePlus,
  IconHistory,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSettings,
  IconShieldLock,
  IconTags,
  IconTemplate,
} from '@tabler/icons-react'
import { addresses } from '../addresses.ts'

/** Groups: monitoring, setup, maintenance. G followed by the letter opens a screen. */
export const navigation = [
  [
    { to: addresses.dashboard, label: 'Panel', icon: IconLayoutDashboard, letter: 'p' },
    { to: addresses.alerts, label: 'Historial de Alertas', icon: IconHistory, letter: 'h' },
    { to: addresses.watch, label: 'Vigía', icon: IconBinoculars, letter: 'v' },
  ],
  [
    { to: addresses.connections, label: 'Conexiones', icon: IconPlugConnected, letter: 'c' },
    { to: addresses.templates, label: 'Plantillas', icon: IconTemplate, letter: 't' },
    {
      to: addresses.tvAlertGenerator,
      label: 'Generador Alertas TV',
      icon: IconCodePlus,
      letter: 'g',
    },
    { to: addresses.tags, label: 'Gestión de Etiquetas', icon: IconTags, letter: 'e' },
  ],
  [
    { to: addresses.errorLog, label: 'Registro de Errores', icon: IconAlertTriangle, letter: 'r' },
    { to: addresses.settings, label: 'Configuración', icon: IconSettings, letter: 'f' },
    { to: addresses.docs, label: 'Documentación', icon: IconBook, letter: 'd' },
  ],
] as const

/** Views of a screen that can be found by their own name. */
export const views = [
  { to: addresses.queue, label: 'En espera', icon: IconClockPause, letter: 'q' },
  { to: addresses.security, label: 'Seguridad', icon: IconShieldLock, letter: 's' },
] as const

/** Name of the screen at a path, for the window's title and the phone's bar. */
export const screenLabel = (path: string): string =>
  navigation.flat().find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? 'Panel'
