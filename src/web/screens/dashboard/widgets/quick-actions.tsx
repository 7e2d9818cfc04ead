import {
  type Icon,
  IconBook,
  IconChevronRight,
  IconCodePlus,
  IconPlugConnected,
  IconTemplate,
} from '@tabler/icons-react'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './quick-actions.module.css'
import rows from './widget-rows.module.css'

/** Links to the forms for new items, and to the documentation. */
export function QuickActions() {
  return (
    <SectionCard flush title="Acciones rápidas">
      <ul className={rows.rows}>
        {actions.map(({ link, label, icon: Icon }) => (
          <li key={label} className={classes.action}>
            <Link {...link} className={classes.link}>
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

const actions: { link: LinkProps; label: string; icon: Icon }[] = [
  {
    link: linkOptions({ to: '/connections', search: { nueva: 'si' } }),
    label: 'Nueva conexión',
    icon: IconPlugConnected,
  },
  {
    link: linkOptions({ to: '/templates', search: { nueva: 'si' } }),
    label: 'Nueva plantilla',
    icon: IconTemplate,
  },
  {
    link: linkOptions({ to: '/tv-alert-generator', search: { nueva: 'si' } }),
    label: 'Nueva alerta TV',
    icon: IconCodePlus,
  },
  { link: linkOptions({ to: '/docs' }), label: 'Documentación', icon: IconBook },
]
