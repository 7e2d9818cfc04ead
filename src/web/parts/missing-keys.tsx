import { useQuery } from '@tanstack/react-query'
import { truncate } from '#shared/format.ts'
import { standInsFor } from '#shared/message/template/stand-ins.ts'
import { placeholdersOf } from '#shared/message/template/template-tokens.ts'
import type { AlertDetail } from '#shared/model/alert.ts'
import type { Template } from '#shared/model/template.ts'
import { api } from '#web/data/client.ts'
import { TextLink } from '#web/ui/links.tsx'
import classes from './missing-keys.module.css'

interface MissingKeysProps extends Pick<AlertDetail, 'id' | 'missing' | 'taken'> {
  /** Keys of the alert with a value. */
  came: readonly string[]
  /** Template of the alert's connection; undefined while connections load, and if the connection is deleted. */
  templateId: string | undefined
  /** Opens the template in a new tab. */
  isAside?: boolean
}

/** Lists the keys without a value; a link replaces a missing key by one of the alert's. */
export function MissingKeys({ id, missing, taken, came, templateId, isAside }: MissingKeysProps) {
  const { data: templates } = useQuery(api.templates.list.queryOptions())
  const template = templates?.find(({ id }) => id === templateId)
  const used = new Set([...taken.map(({ from }) => from), ...(template ? askedBy(template) : [])])
  const idle = came.filter(key => !used.has(key))
  return (
    <ul className={classes.list}>
      {missing.slice(0, SHOWN_MISSING).map(key => (
        <li key={key}>
          <span>
            No vino <code>{truncate(key, SHOWN_LENGTH)}</code>.{idle.length > 0 && ' Vino'}
          </span>
          {standInsFor(key, idle)
            .slice(0, SHOWN_STAND_INS)
            .map((standIn, place) => (
              <span key={standIn} className={classes.option}>
                {place > 0 && 'o '}
                <code>{truncate(standIn, SHOWN_LENGTH)}</code>
                {template && (
                  <>
                    {': '}
                    <TextLink
                      to="/templates"
                      search={{ editar: template.id, alerta: id, falta: key, vino: standIn }}
                      aria-label={`usarlo: ${standIn} en lugar de ${key}`}
                      underline="always"
                      {...(isAside && { target: '_blank' })}
                    >
                      usarlo
                    </TextLink>
                  </>
                )}
              </span>
            ))}
        </li>
      ))}
      {missing.length > SHOWN_MISSING && <li>Y {missing.length - SHOWN_MISSING} más.</li>}
    </ul>
  )
}

const SHOWN_MISSING = 8
const SHOWN_STAND_INS = 2
const SHOWN_LENGTH = 40

const askedBy = ({ content, buttons }: Template): string[] =>
  placeholdersOf([content, JSON.stringify(buttons)].join('\n'))
