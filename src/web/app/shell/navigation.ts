import {
  IconAlertTriangle,
  IconBook,
  IconCodePlus,
  IconHistory,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSettings,
  IconTags,
  IconTemplate,
} from '@tabler/icons-react'
import { addresses } from '../addresses.ts'

/** Watching, setting up, upkeep. */
export const navigation = [
  [
    { to: addresses.dashboard, label: 'Panel', icon: IconLayoutDashboard },
    { to: addresses.alerts, label: 'Historial de Alertas', icon: IconHistory },
  ],
  [
    { to: addresses.connections, label: 'Conexiones', icon: IconPlugConnected },
    { to: addresses.templates, label: 'Plantillas', icon: IconTemplate },
    { to: addresses.tvAlertGenerator, label: 'Generador Alertas TV', icon: IconCodePlus },
    { to: addresses.tags, label: 'Gestión de Etiquetas', icon: IconTags },
  ],
  [
    { to: addresses.errorLog, label: 'Registro de Errores', icon: IconAlertTriangle },
    { to: addresses.settings, label: 'Configuración', icon: IconSettings },
    { to: addresses.docs, label: 'Documentación', icon: IconBook },
  ],
] as const

/** What the window and the phone's bar call the screen at a path. */
export const screenLabel = (path: string): string =>
  navigation.flat().find(({ to }) => path === to || path.startsWith(`${to}/`))?.label ?? 'Panel'
