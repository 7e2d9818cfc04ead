import { symbolKeys, synonyms } from '#shared/message/template/synonyms.ts'
import { TextLink } from '#web/ui/links.tsx'
import { codes } from '../codes.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { Picture } from '../picture.tsx'
import { pictures } from '../pictures.ts'
import { TopicLink } from '../topic-link.tsx'
import { templateTopics } from './template-topics.tsx'

export const templatesSection: DocsSection = {
  slug: 'plantillas',
  title: 'Escribir plantillas',
  content: (
    <>
      <p>
        Una plantilla es el texto que llega a Telegram. Tu cuenta empieza con diez en{' '}
        <TextLink to="/templates">Plantillas</TextLink>; cámbialas o crea las tuyas con{' '}
        <b>Crear Nueva Plantilla</b>.
      </p>
      <h3>Placeholders</h3>
      <p>
        Lo que va entre llaves dobles se sustituye por el campo del JSON que se llama igual. Con
        esta plantilla:
      </p>
      <pre>{'*{{symbol}}* · {{side}} a {{price}}'}</pre>
      <p>y este JSON:</p>
      <pre>{'{ "symbol": "BTCUSDT", "side": "buy", "price": "94312.50" }'}</pre>
      <p>en el chat se lee:</p>
      <pre>
        <b>BTCUSDT</b> · buy a 94312.50
      </pre>
      <ul>
        <li>
          Si ningún campo se llama igual, vale el que solo cambia en mayúsculas, minúsculas o
          guiones (<code>stopLoss</code> es <code>stop_loss</code>), o un sinónimo de los de abajo.
        </li>
        <li>
          Los números salen como se escribieron, <code>1.10</code> sigue siendo <code>1.10</code>,
          salvo que un <TopicLink slug="filtros">filtro</TopicLink> diga otra cosa:{' '}
          <code>{'{{price | 2}}'}</code>.
        </li>
        <li>
          Un campo dentro de otro se alcanza con un punto: <code>{'{{strategy.order_id}}'}</code>.
        </li>
        <li>
          <code>{'{{payload}}'}</code> es el JSON entero, ordenado y sin <code>connectionId</code>.
        </li>
        <li>
          <code>{'{{connection_name}}'}</code>, <code>{'{{alert_name}}'}</code> y{' '}
          <code>{'{{timestamp}}'}</code>{' '}
          <TopicLink slug="no-se-rellenan">los rellena Pregonero</TopicLink>.
        </li>
      </ul>
      <h3>Condicionales y bucles</h3>
      <p>
        Los condicionales y los bucles <b>no están soportados</b> en tus plantillas: solo hay
        sustitución directa de placeholders.
      </p>
      <h3>Sinónimos</h3>
      <p>
        Un placeholder sin campo propio toma el valor del primero de su lista que lo tenga. El campo
        que se llama igual gana siempre, y el detalle de la alerta dice de dónde se tomó cada valor.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Placeholder</th>
            <th scope="col">Se toma de</th>
          </tr>
        </thead>
        <tbody>
          {synonyms.map(({ key, others }) => (
            <tr key={key}>
              <td>
                <code>{key}</code>
              </td>
              <td>{codes(others)}</td>
            </tr>
          ))}
          <tr>
            <td>
              <code>exchange</code>
            </td>
            <td>
              lo que va antes de los dos puntos en {codes(symbolKeys)}: <code>BINANCE</code> en{' '}
              <code>BINANCE:BTCUSDT</code>
            </td>
          </tr>
        </tbody>
      </table>
      <h3>Si falta un valor</h3>
      <p>
        Su línea no se envía. En una línea con otros valores desaparece él solo, con su unidad o
        signo (%, €, #), los paréntesis que lo encerraban y un separador. El detalle de la alerta lo
        nombra en <b>Sin valor</b> y el historial dice <b>con huecos</b>. Con{' '}
        <b>Si falta un dato</b>, la plantilla puede dejar el marcador como está escrito.
      </p>
      <p>
        Si la alerta trae un texto que la plantilla no muestra, se añade debajo, salvo que la
        conexión diga que no.
      </p>
      <p>
        Si la alerta no trae nada de lo que pide la plantilla, se envía tal cual, sin la plantilla:
        su propio texto (<code>text</code>, <code>message</code>, <code>content</code>…) o, si no lo
        tiene, sus campos línea a línea, sin los que se llaman <code>secret</code>,{' '}
        <code>token</code>, <code>password</code> y parecidos. Su detalle lo dice, y desde ahí{' '}
        <b>Crear plantilla con esta alerta</b> escribe una con sus campos.
      </p>
      <h3>Markdown</h3>
      <p>Se escribe como en Telegram, que no es igual que en otros sitios:</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Escribes</th>
            <th scope="col">Se lee</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <code>*negrita*</code> o <code>**negrita**</code>
            </td>
            <td>
              <b>negrita</b>
            </td>
          </tr>
          <tr>
            <td>
              <code>_cursiva_</code> o <code>__cursiva__</code>
            </td>
            <td>
              <i>cursiva</i>
            </td>
          </tr>
          <tr>
            <td>
              <code>~tachado~</code> o <code>~~tachado~~</code>
            </td>
            <td>
              <s>tachado</s>
            </td>
          </tr>
          <tr>
            <td>
              <code>`código`</code>
            </td>
            <td>
              <code>código</code>
            </td>
          </tr>
          <tr>
            <td>
              <code>||oculto||</code>
            </td>
            <td>oculto hasta que se toca</td>
          </tr>
          <tr>
            <td>
              <code>[Ver gráfico](https://…)</code>
            </td>
            <td>un enlace que dice «Ver gráfico»</td>
          </tr>
          <tr>
            <td>
              <code>&gt; cita</code>
            </td>
            <td>una cita, al comienzo de la línea</td>
          </tr>
        </tbody>
      </table>
      <p>
        Un signo sin pareja es una letra más, y los guiones bajos dentro de una palabra también. Lo
        que traen los valores nunca cambia el formato.
      </p>
      <h3>HTML</h3>
      <p>
        Si el contenido empieza por <code>&lt;</code> y termina por <code>&gt;</code>, se lee como
        HTML. Sirven las etiquetas de Telegram, como <code>&lt;b&gt;</code>, <code>&lt;i&gt;</code>,{' '}
        <code>&lt;u&gt;</code>, <code>&lt;s&gt;</code>, <code>&lt;code&gt;</code>,{' '}
        <code>&lt;pre&gt;</code>, <code>&lt;a href="…"&gt;</code> y <code>&lt;blockquote&gt;</code>.
        De las demás queda su texto.
      </p>
      <h3>La vista previa</h3>
      <p>
        El editor muestra el mensaje como lo enseña Telegram. Empieza con la última alerta de una
        conexión que usa la plantilla o, si no hay ninguna, con un JSON de ejemplo, que puedes
        cambiar; con <b>Usar una alerta reciente</b> eliges otra. También la tarjeta de cada
        plantilla muestra su mensaje. Y el editor dice cuánto mide: un mensaje de Telegram tiene
        como máximo 4.096 caracteres; uno <TopicLink slug="mensajes-largos">más largo</TopicLink> se
        envía en varios. Debajo se ven los <TopicLink slug="botones">botones</TopicLink> y la{' '}
        <TopicLink slug="imagen">imagen</TopicLink>, y{' '}
        <TopicLink slug="aviso-del-movil">la línea</TopicLink> que enseña un móvil bloqueado.
      </p>
      <Picture of={pictures.templateEditor} alt="El editor de plantillas, con su vista previa" />
    </>
  ),
  questions: templateTopics,
}
