import { Box } from '@mantine/core'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useOpened } from '#web/ui/use-opening.ts'
import { addresses } from '../../addresses.ts'
import { Keys } from './keys.tsx'
import { shortcutGroups } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'

/** Lists every key. Opens as soon as it is mounted. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { opened, close } = useOpened()
  return (
    <Dialog
      opened={opened}
      onClose={close}
      onClosed={onClose}
      title="Atajos de teclado"
      width={720}
      footStart={
        <span>
          Los de una tecla se desactivan en{' '}
          <TextLink to={addresses.settings} inherit underline="always" onClick={close}>
            Configuración
          </TextLink>
          .
        </span>
      }
    >
      {/* Focusable, so that keys can scroll it where it does not fit. */}
      <Box component="section" className={classes.groups} tabIndex={0} aria-label="Atajos">
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} className={classes.group}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className={classes.row}>
                  <dt>{label}</dt>
                  <dd className={classes.keys}>
                    {keys.map(name => (
                      <Keys key={name} name={name} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Box>
    </Dialog>
  )
}
