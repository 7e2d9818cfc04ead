import { UnstyledButton } from '@mantine/core'
import type { RefObject } from 'react'
import { commonPlaceholders, productPlaceholders } from '#shared/tradingview/chart-placeholders.ts'
import type { CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import classes from './placeholder-buttons.module.css'

const groups = [
  { name: 'TradingView', keys: commonPlaceholders },
  { name: 'Pregonero', keys: productPlaceholders },
]

/** Put `{{key}}` where the cursor of the editor stands, which gets or keeps the focus. */
export function PlaceholderButtons({ editor }: { editor: RefObject<CodeEditorHandle | null> }) {
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>Insertar placeholder</legend>
      {groups.map(({ name, keys }) => (
        <div key={name} className={classes.group}>
          <span className={classes.name}>{name}</span>
          <div className={classes.keys}>
            {keys.map(key => (
              <UnstyledButton
                key={key}
                className={classes.key}
                onMouseDown={event => event.preventDefault()}
                onClick={() => editor.current?.insert(`{{${key}}}`)}
              >
                {key}
              </UnstyledButton>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
