import {
  type Icon,
  IconBook,
  IconChevronRight,
  IconCodePlus,
  IconPlugConnected,
  IconTemplate,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './quick-actions.module.css'

/** Where new things are made. */
export function QuickActions() {
  return (
    <SectionCard flush title="Acciones rápidas">
      <ul className={classes.actions}>
        {actions.map(({ to, label, icon: Icon }) => (
          <li key={to} className={classes.action}>
            <Link to={to} className={classes.link}>
              <Icon className={classes.icon} />
              <span className={classes.label}>{label}</span>
              <IconChevronRight className={classes.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const actions: { to: LinkProps['to'] & string; label: string; icon: Icon }[] = [
  { to: '/connections', label: 'Nueva conexión', icon: IconPlugConnected },
  { to: '/templates', label: 'Nueva plantilla', icon: IconTemplate },
  { to: '/tv-alert-generator', label: 'Nueva alerta TV', icon: IconCodePlus },
  { to: '/docs', label: 'Documentación', icon: IconBook },
]
