import { IconSpeakerphone, IconUser, IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import { type ChatPlace, chatPlaces } from '#shared/model/chat-link.ts'
import text from '#web/ui/text.module.css'
import classes from './place-choice.module.css'
import { places } from './places.ts'

interface PlaceChoiceProps {
  value: ChatPlace
  onChange: (place: ChatPlace) => void
}

/** Choice of the place that receives the alerts. */
export function PlaceChoice({ value, onChange }: PlaceChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.places}>
      <legend className={classes.question}>¿Dónde quieres recibir las alertas?</legend>
      {chatPlaces.map(place => {
        const Icon = icons[place]
        const { title, readers } = places[place]
        return (
          <label key={place} className={classes.place}>
            <input
              className={classes.input}
              type="radio"
              name={name}
              value={place}
              checked={place === value}
              onChange={() => onChange(place)}
            />
            <Icon />
            <span>
              <span className={classes.title}>{title}</span>
              <span className={`${classes.readers} ${text.quiet}`}>{readers}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

const icons: Record<ChatPlace, typeof IconUser> = {
  private: IconUser,
  group: IconUsers,
  channel: IconSpeakerphone,
}
