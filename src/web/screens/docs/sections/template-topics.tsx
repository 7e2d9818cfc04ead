import { MAX_BUTTONS } from '#shared/limits.ts'
import { MAX_COPY_LENGTH } from '#shared/message/message-buttons.ts'
import { chartKeys, pictureKeys } from '#shared/message/message-picture.ts'
import { NOTIFICATION_LENGTH } from '#shared/message/notification-line.ts'
import { filterHelp } from '#shared/message/template/filters.ts'
import { TextLink } from '#web/ui/links.tsx'
import { codes } from '../codes.tsx'
import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** `67432.5` → 67432,50; only the result for instants, which are long, and for empty values. */
const exampleOf = (value: string, shown: string) =>
  value === '' || value.endsWith('Z') ? (
    shown
  ) : (
    <>
      <code>{value}</code> → {shown}
    </>
  )

/** Topics about templates, apart from text and formatting. */
export const templateTopics: readonly DocsTopic[] = [
  {
    slug: 'filtros',
    title: 'Filtros: cómo se lee un valor',
    content: (
      <>
        <p>
          Detrás de una barra, un filtro dice cómo se lee el valor. Se pueden poner varios, uno tras
          otro: <code>{'{{price | 2 | miles}}'}</code>. Son estos, y no hay más:
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Filtro</th>
              <th scope="col">Qué hace</th>
              <th scope="col">Ejemplo</th>
            </tr>
          </thead>
          <tbody>
            {filterHelp.map(({ name, meaning, value, shown }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>{meaning}</td>
                <td>{exampleOf(value, shown)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul>
          <li>
            Los acentos se pueden omitir: vale <code>mayusculas</code>.
          </li>
          <li>
            A un valor que no es un número, o no es una hora, esos filtros no le cambian nada.
          </li>
          <li>
            Si lo que va detrás de la barra no es un filtro de la lista, todo se queda como texto,
            con sus llaves.
          </li>
          <li>
            En el JSON el campo se llama igual que sin filtro: <code>{'{{price | 2}}'}</code> pide{' '}
            <code>price</code>, y así lo escriben los generadores.
          </li>
        </ul>
      </>
    ),
  },
  {
    slug: 'hora-del-lector',
    title: 'Horas en la zona de quien lee',
    content: (
      <>
        <p>
          Con <code>fecha</code>, <code>hora</code> y <code>hace</code>, cada persona lee la hora en
          su zona y en su idioma, también en un grupo con gente de varios países.{' '}
          <code>{'{{timestamp | fecha | hora}}'}</code> lleva las dos, y{' '}
          <code>{'{{timestamp | hace}}'}</code> («hace 2 min») sigue contando en el chat.
        </p>
        <p>
          Sirve para <code>{'{{timestamp}}'}</code>, para <code>{'{{time}}'}</code> y{' '}
          <code>{'{{timenow}}'}</code> de TradingView y para cualquier valor que sea un instante:{' '}
          <code>2026-11-19T15:35:00Z</code>, o los segundos o milisegundos de Unix.
        </p>
        <p>
          Donde Telegram no sabe la zona de quien lee, se ve la hora en la zona de tu cuenta, con su
          nombre. La zona se tomó de tu navegador; se cambia en{' '}
          <TextLink to="/settings">Configuración</TextLink>, en <b>Zona horaria</b>.
        </p>
      </>
    ),
  },
  {
    slug: 'botones',
    title: 'Botones bajo el mensaje',
    content: (
      <>
        <p>
          Hasta {MAX_BUTTONS}, en filas. Cada uno tiene su texto, que puede llevar placeholders, y
          si quieres un color: azul, verde o rojo.
        </p>
        <dl>
          <dt>Gráfico</dt>
          <dd>
            Abre TradingView justo en el símbolo y la temporalidad de la alerta: los lee de{' '}
            <code>symbol</code>, <code>exchange</code> y <code>timeframe</code>, o de sus{' '}
            <TopicLink slug="plantillas">sinónimos</TopicLink>.
          </dd>
          <dt>Copiar</dt>
          <dd>
            Copia lo que escribas, con placeholders y filtros: el precio, el stop o la orden entera.
            Como mucho {MAX_COPY_LENGTH} caracteres.
          </dd>
          <dt>Enlace</dt>
          <dd>
            Abre una dirección que empiece por <code>https://</code>, <code>http://</code> o{' '}
            <code>tg://</code>. El dominio va escrito tal cual y los placeholders detrás: así ningún
            valor puede cambiar adónde lleva.
          </dd>
        </dl>
        <ul>
          <li>Un botón al que le falta su valor no sale; los demás, sí.</li>
          <li>
            Cuando varias alertas <TopicLink slug="rafagas">salen juntas</TopicLink>, debajo está el
            gráfico de cada una, la más reciente primero.
          </li>
          <li>En un mensaje que se envía en varios, van bajo el último.</li>
          <li>Si Telegram no los admite, el mensaje sale sin ellos.</li>
        </ul>
      </>
    ),
  },
  {
    slug: 'imagen',
    title: 'La imagen del gráfico',
    content: (
      <>
        <p>
          Si el JSON trae la dirección de una imagen, Telegram la enseña en grande, encima o debajo
          del texto: lo dice la plantilla. Se busca en {codes(pictureKeys)}, y en {codes(chartKeys)}{' '}
          cuando la dirección es de una imagen o de una captura de TradingView.
        </p>
        <p>
          El mensaje nunca la espera, y una imagen que Telegram no puede abrir no lo detiene. Con{' '}
          <b>sin vista previa de enlaces</b> en las opciones avanzadas de la conexión no se enseña
          ninguna.
        </p>
      </>
    ),
  },
  {
    slug: 'aviso-del-movil',
    title: 'Lo primero que enseña el móvil',
    content: (
      <p>
        Bloqueado, un móvil enseña solo el principio del mensaje, unos {NOTIFICATION_LENGTH}{' '}
        caracteres. El editor muestra esa línea y avisa si en ella no están el símbolo y la
        dirección. Empieza la plantilla por ellos:{' '}
        <code>{'{{symbol}} · {{side | mayúsculas}}'}</code>.
      </p>
    ),
  },
]
