import type { DocsTopic } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

/** Questions about the content of messages. */
export const messageQuestions: readonly DocsTopic[] = [
  {
    slug: 'placeholders-sin-sustituir',
    title: '¿Por qué sale {{symbol}} tal cual en el mensaje?',
    content: (
      <>
        <p>
          Porque la plantilla dice <b>Dejar el marcador</b> en <b>Si falta un dato</b>, y el JSON de
          esa alerta no trae ningún campo que se llame así, ni un{' '}
          <TopicLink slug="plantillas">sinónimo</TopicLink>. Con <b>Quitar su línea</b> no se envía
          nada en su lugar. Comprueba que:
        </p>
        <ul>
          <li>el nombre es el mismo en la plantilla y en el JSON;</li>
          <li>
            pegaste en TradingView el JSON de ahora: si cambias la plantilla, genéralo de nuevo;
          </li>
          <li>
            el mensaje de la alerta es JSON: un texto se envía tal cual, sin la plantilla, también
            con sus llaves.
          </li>
        </ul>
        <p>
          El detalle de la alerta los nombra en <b>Sin valor</b>, junto a los campos que sí
          vinieron: <b>usarlo</b> abre la plantilla con uno de ellos en su lugar.
        </p>
        <p>
          Si lo que se lee es un placeholder de TradingView, como <code>{'{{close}}'}</code> donde
          debía estar el precio, es que TradingView no lo sustituyó: no lo conoce, o solo lo rellena
          en alertas de estrategia, como los que empiezan por <code>strategy.</code>; solo rellena
          los que llevan dos llaves, no <code>{'{close}'}</code> ni <code>%last_price%</code>. Ese
          valor cuenta como si no viniera, y el detalle lo dice en <b>Sin rellenar</b>.
        </p>
      </>
    ),
  },
  {
    slug: 'con-huecos',
    title: '¿Qué quiere decir «con huecos»?',
    content: (
      <>
        <p>
          Que la alerta llegó al chat, pero sin algún dato que su plantilla pedía. Lo dicen su fila,
          su detalle y la actividad reciente; la tarjeta de la conexión y su panel cuentan cuántas
          fueron en los últimos 7 días, y llevan a ellas. En el historial se filtran con{' '}
          <b>Con huecos</b>, en el estado.
        </p>
        <p>
          Se corrige añadiendo el campo al JSON de TradingView, quitándolo de la plantilla o
          poniendo en ella el nombre con que vino. Lo que el Generador deja por rellenar (
          <code>YOUR_PINE_VARIABLE_FOR_…</code>, <code>TU_VARIABLE_AQUI</code>) tampoco llega al
          chat.
        </p>
      </>
    ),
  },
  {
    slug: 'no-se-rellenan',
    title: '¿Por qué TradingView no rellena connection_name, alert_name ni timestamp?',
    content: (
      <>
        <p>
          Porque no son suyos: TradingView nunca los rellena. Los rellena Pregonero al recibir la
          alerta, si el JSON no los trae o trae todavía <code>YOUR_PINE_VARIABLE_FOR_…</code>, así
          que puedes dejarlos como los escribe el generador.
        </p>
        <dl>
          <dt>
            <code>connection_name</code>
          </dt>
          <dd>El nombre de la conexión.</dd>
          <dt>
            <code>alert_name</code>
          </dt>
          <dd>
            El campo <code>name</code> del JSON; si no lo hay, la configuración del Generador a la
            que corresponde; si no, <code>strategy_name</code>; y si no, «Alerta de» y el nombre de
            la conexión.
          </dd>
          <dt>
            <code>timestamp</code>
          </dt>
          <dd>
            La fecha y la hora en que se recibió, en la zona horaria de tu cuenta, que se nombra:
            «19/11/2026, 16:42:07 CET». Con un filtro,{' '}
            <TopicLink slug="hora-del-lector">en la de quien lee</TopicLink>. Para la hora de
            TradingView, que es UTC, usa <code>{'{{timenow}}'}</code> en el JSON.
          </dd>
        </dl>
        <p>
          Un valor tuyo en el JSON tiene preferencia: con{' '}
          <code>{'"alert_name": "Ruptura del oro"'}</code> la alerta se llama así, también en el
          historial.
        </p>
      </>
    ),
  },
  {
    slug: 'formato',
    title: 'El formato no sale como esperaba',
    content: (
      <>
        <ul>
          <li>
            Es el Markdown de Telegram: <code>*x*</code> es negrita y <code>__x__</code>, cursiva.
          </li>
          <li>
            El signo que abre va pegado a la palabra, y el que cierra también: <code>* x *</code> se
            queda como está.
          </li>
          <li>
            Los signos que vienen en los valores (<code>_</code>, <code>*</code>, <code>&lt;</code>)
            se muestran tal cual; nunca rompen el mensaje ni cambian el formato.
          </li>
          <li>
            Una plantilla es toda Markdown o toda HTML: el editor dice cuál de las dos es y señala
            lo que no saldrá como parece.
          </li>
        </ul>
        <p>
          La <TopicLink slug="plantillas">vista previa</TopicLink> muestra exactamente lo que se
          envía.
        </p>
      </>
    ),
  },
  {
    slug: 'html',
    title: '¿Puedo usar HTML?',
    content: (
      <>
        <p>
          Sí. El contenido tiene que empezar por <code>&lt;</code> y terminar por <code>&gt;</code>.
          Si hace falta, envuélvelo:
        </p>
        <pre>{'<p><b>{{symbol}}</b> a <code>{{price}}</code></p>'}</pre>
        <p>
          Telegram no tiene párrafos, títulos ni listas: Pregonero los convierte en saltos de línea,
          negrita y puntos. Las etiquetas que no existen en Telegram desaparecen y su texto se
          queda.
        </p>
      </>
    ),
  },
  {
    slug: 'campos-de-mas',
    title: '¿Qué pasa con los campos del JSON que la plantilla no usa?',
    content: (
      <p>
        Nada malo: no salen en el mensaje, pero se guardan con la alerta. Los ves en su detalle, en{' '}
        <b>Payload recibido</b>, y el historial los encuentra al buscar. Para enviarlos todos, pon{' '}
        <code>{'{{payload}}'}</code> en la plantilla. Solo el texto de la alerta (
        <code>message</code>, <code>comment</code>…) se añade debajo cuando la plantilla no lo
        muestra; se apaga en las opciones avanzadas de la conexión.
      </p>
    ),
  },
  {
    slug: 'secretos',
    title: '¿Puede llegar al chat una clave que venga en la alerta?',
    content: (
      <p>
        No, si su campo se llama como un secreto (<code>token</code>, <code>apiKey</code>,{' '}
        <code>password</code>, <code>sign</code>, <code>license</code>…): su valor no sale en
        mensajes, botones, enlaces ni avisos, sea cual sea la forma en que llegue, y tampoco rellena
        un placeholder ni se encuentra al buscar. El detalle de la alerta lo enseña solo con{' '}
        <b>Mostrar lo secreto</b>. Si en tu alerta se llama de otra manera, como <code>t</code>,
        escríbelo en <b>Nunca mostrar</b>, en las opciones avanzadas de la conexión: vale para lo
        que llegue desde entonces.
      </p>
    ),
  },
  {
    slug: 'mensajes-largos',
    title: '¿Y si el mensaje es muy largo?',
    content: (
      <p>
        Telegram admite 4.096 caracteres por mensaje. Si el tuyo pasa de ahí, se envía en varios
        seguidos, en orden, cortado entre líneas o palabras y sin romper el formato. El editor avisa
        de cuántos serán.
      </p>
    ),
  },
  {
    slug: 'texto-sin-formato',
    title: '¿Y si el mensaje de la alerta no es JSON?',
    content: (
      <>
        <p>
          Llega igual: un texto normal se envía tal cual, sin la plantilla, y su detalle dice{' '}
          <b>Texto</b>.
        </p>
        <p>
          Un JSON con un error (unas comillas o un salto de línea dentro de un comentario, una coma
          de más, un <code>NaN</code>, un <code>67,432.50</code>) se repara sin perder nada de lo
          que traía, se escribe con la plantilla y su detalle dice <b>Reparado</b> y cómo llegó. El
          Registro de Errores muestra dónde se rompió. Lo mismo vale para un JSON que llega entre
          comillas o como formulario, para líneas <code>campo = valor</code> y para una lista de
          objetos, que sale en un solo mensaje.
        </p>
      </>
    ),
  },
]
