import { Ago } from '#web/parts/ago.tsx'

/** @param props.at null: never used */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    <span>Sin usar</span>
  ) : (
    <span>
      Último uso: <Ago instant={at} />
    </span>
  )
