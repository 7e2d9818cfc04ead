import { IconKey, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import type { ApiToken } from '#shared/model/api-token.ts'
import { dates } from '#web/data/local-time.ts'
import { Tag } from '#web/ui/tag.tsx'
import text from '#web/ui/text.module.css'
import { LastUse } from '../last-use.tsx'
import { RowAction } from '../row-action.tsx'
import { SecurityRow } from '../security-row.tsx'
import { lastDay, scopeWords } from './words.ts'

interface TokenRowProps {
  token: ApiToken
  onRemove: () => void
}

/** Token by its name and last characters, since the whole token is never shown again. */
export function TokenRow({ token, onRemove }: TokenRowProps) {
  const { name, tail, scope, isExpired } = token
  const id = useId()
  return (
    <SecurityRow
      icon={IconKey}
      name={name}
      tag={<Tag>{isExpired ? 'Caducado' : scopeWords[scope]}</Tag>}
      id={id}
      isOver={isExpired}
      facts={
        <>
          <span className={text.code}>pgn_…{tail}</span>
          <Expiry token={token} />
          <LastUse at={token.lastUsedAt} />
        </>
      }
    >
      <RowAction icon={IconTrash} label="Eliminar" of={id} onClick={onRemove} />
    </SecurityRow>
  )
}

function Expiry({ token: { expiresAt, isExpired } }: { token: ApiToken }) {
  if (expiresAt === null) return <span>No caduca</span>
  return (
    <time dateTime={expiresAt} title={`${dates.date(expiresAt)}, ${dates.time(expiresAt)}`}>
      {isExpired ? 'Caducó' : 'Caduca'} el {lastDay(expiresAt)}
    </time>
  )
}
