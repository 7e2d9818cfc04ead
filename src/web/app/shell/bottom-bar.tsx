import {
  IconHistory,
  IconLayoutDashboard,
  IconPlugConnected,
  IconSearch,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { addresses } from '../addresses.ts'
import classes from './bottom-bar.module.css'

const places = [
  { to: addresses.dashboard, label: 'Panel', icon: IconLayoutDashboard },
  { to: addresses.alerts, label: 'Historial', icon: IconHistory },
  { to: addresses.connections, label: 'Conexiones', icon: IconPlugConnected },
] as const

/** The most used destinations, within reach of a thumb at the bottom of a phone. */
export const BottomBar = ({ onFind }: { onFind: () => void }) => (
  <nav className={classes.bar} aria-label="Barra inferior">
    {places.map(({ to, label, icon: Icon }) => (
      <Link key={to} to={to} className={classes.entry}>
        <Icon />
        {label}
      </Link>
    ))}
    <button type="button" className={classes.entry} onClick={onFind}>
      <IconSearch />
      Buscar
    </button>
  </nav>
)
