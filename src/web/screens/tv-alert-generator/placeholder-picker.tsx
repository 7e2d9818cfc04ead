import { ActionIcon, Combobox, useCombobox } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { GENERATOR_TOKEN } from '#shared/tradingview/generator-token.ts'
import { tip } from '#web/ui/tips.tsx'
import { FILLED_AT_RECEIPT, isFilledAtReceipt, matchingPlaceholders } from './field-values.ts'
import classes from './placeholder-picker.module.css'

interface PlaceholderPickerProps {
  /** Name of the field that it fills. */
  field: string
  onPick: (text: string) => void
}

/** Button that opens a searchable list of the placeholders for a field, which TradingView or Pregonero fills in. */
export function PlaceholderPicker({ field, onPick }: PlaceholderPickerProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: source => {
      setText('')
      combobox.resetSelectedOption()
      if (source === 'keyboard') combobox.focusTarget()
    },
  })
  const options = [
    ...(isFilledAtReceipt(field) && text === ''
      ? [{ value: `${GENERATOR_TOKEN}${field}`, key: 'Pregonero', meaning: FILLED_AT_RECEIPT }]
      : []),
    ...matchingPlaceholders(text).map(({ key, meaning }) => ({
      value: `{{${key}}}`,
      key,
      meaning,
    })),
  ]

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={value => {
        combobox.closeDropdown()
        onPick(value)
      }}
      position="bottom-end"
      width={336}
      keepMounted={false}
    >
      <Combobox.DropdownTarget>
        <span className={classes.end}>
          <Combobox.EventsTarget withAriaAttributes={false} withKeyboardNavigation={false}>
            <ActionIcon
              {...tip(combobox.dropdownOpened ? null : 'Placeholders de TradingView')}
              className={classes.help}
              size="sm"
              aria-label={`Placeholders de TradingView para ${field}`}
              aria-haspopup="dialog"
              aria-expanded={combobox.dropdownOpened}
              onClick={() => combobox.toggleDropdown()}
            >
              <IconHelpCircle />
            </ActionIcon>
          </Combobox.EventsTarget>
        </span>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={classes.dropdown}>
        <div role="dialog" aria-label="Placeholders de TradingView">
          <Combobox.Search
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-label="Buscar placeholder"
            placeholder="Buscar por nombre o significado..."
            value={text}
            onChange={event => {
              setText(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
            onKeyDown={event => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              combobox.closeDropdown('keyboard')
            }}
          />
          <Combobox.Options
            id={listId}
            className={classes.options}
            aria-label="Placeholders de TradingView"
          >
            {options.map(({ value, key, meaning }) => (
              <Combobox.Option key={key} value={value} className={classes.option}>
                <span className={classes.key}>{key}</span>
                <span className={classes.meaning}>{meaning}</span>
              </Combobox.Option>
            ))}
            {options.length === 0 && <Combobox.Empty>Ningún placeholder coincide</Combobox.Empty>}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}
