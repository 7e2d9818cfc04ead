import { UnstyledButton } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import classes from './placeholder-buttons.module.css'

const groups = [
  {
    name: 'TradingView',
    keys: [
      'ticker',
      'close',
      'open',
      'high',
      'low',
      'volume',
      'time',
      'timenow',
      'interval',
      'exchange',
    ],
  },
  { name: 'Pregonero', keys: ['connection_name', 'alert_name', 'timestamp'] },
]

/** Put `{{key}}` where the cursor of the field stands, which gets or keeps the focus. */
export function PlaceholderButtons({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  // In a field where nobody has been yet the cursor stands before the text.
  useEffect(() => {
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
  }, [field])

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
                onClick={() => typeInto(field.current, `{{${key}}}`)}
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

/** The one way of changing a field that the browser's undo knows of. */
function typeInto(field: HTMLTextAreaElement | null, text: string): void {
  field?.focus()
  document.execCommand('insertText', false, text)
}
