import { Button, Group, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { copyTexts } from '#web/parts/copy-texts.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FilterCount, FilterField } from '#web/ui/filters.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { MoveButton } from '#web/ui/move-button.tsx'
import { OptionSwitch } from '#web/ui/option-switch.tsx'
import { SearchSelect } from '#web/ui/search-select.tsx'
import { SectionCard } from '#web/ui/section-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingDot } from '#web/ui/waiting-dot.tsx'

/** Buttons, links, tags and fields. */
export function Controls() {
  const [text, setText] = useState('oro')
  const [isOn, setOn] = useState(true)
  const [place, setPlace] = useState<'above' | 'below'>('below')
  const copy = { value: 'texto', texts: copyTexts.text }
  return (
    <>
      <SectionCard title="Botones y enlaces">
        <Stack>
          <Group>
            <Button variant="filled">Guardar</Button>
            <Button>Cancelar</Button>
            <Button variant="subtle">Limpiar</Button>
            <Button variant="outline" color="bad">
              Reiniciar Todo
            </Button>
            <Button variant="filled" color="bad">
              Eliminar
            </Button>
            <Button variant="filled" loading>
              Guardar
            </Button>
            <Button disabled>Cancelar</Button>
          </Group>
          <Group>
            <CopyButton label="Copiar URL" {...copy} />
            <CopyButton label="Copiar JSON" look="default" {...copy} />
            <LinkButton to=".">Ver Panel</LinkButton>
            <TextLink to=".">Ver historial completo</TextLink>
          </Group>
          <Group>
            <Tag>scalping</Tag>
            <Tag mono>{'{{price}}'}</Tag>
            <Tag>una etiqueta que es más larga que su caja</Tag>
          </Group>
        </Stack>
      </SectionCard>
      <SectionCard title="Filtros y campos">
        <Stack>
          <Group>
            <FilterField
              label="Buscar"
              maxLength={200}
              placeholder="Buscar..."
              value={text}
              onChange={setText}
            />
            <FilterCount>2 de 6 conexiones</FilterCount>
          </Group>
          <SearchSelect label="Plantilla" data={['Señal Básica', 'Ruptura de Nivel']} />
          <OptionSwitch
            label="Notificaciones"
            description="Avisos emergentes cuando llega o falla una alerta."
            checked={isOn}
            onChange={event => setOn(event.currentTarget.checked)}
          />
          <ChoiceField
            label="Imagen"
            description="Cuando la alerta trae una."
            options={[
              { value: 'above', label: 'Encima' },
              { value: 'below', label: 'Debajo' },
            ]}
            value={place}
            onChange={setPlace}
          />
          <Group>
            <MoveButton label="Mover arriba" icon={<IconArrowUp />} atEnd onMove={() => {}} />
            <MoveButton
              label="Mover abajo"
              icon={<IconArrowDown />}
              atEnd={false}
              onMove={() => {}}
            />
            <WaitingDot />
          </Group>
        </Stack>
      </SectionCard>
    </>
  )
}
