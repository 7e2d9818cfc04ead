import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { Picture } from '../picture.tsx'
import { pictures } from '../pictures.ts'
import { TopicLink } from '../topic-link.tsx'

export const connectionsSection: DocsSection = {
  slug: 'conexiones',
  title: 'Entender las conexiones',
  content: (
    <>
      <p>
        Una conexión une tres cosas: un bot de Telegram, el chat donde escribe y la plantilla con la
        que escribe. A cambio te da una dirección, su webhook, para pegarla en TradingView. Se crean
        en <TextLink to="/connections">Conexiones</TextLink> con <b>Añadir Nueva Conexión</b>.
      </p>
      <h3>Conectar un chat, con un enlace</h3>
      <ol>
        <li>
          Pega el token de tu bot. Pregonero reconoce el bot y pregunta dónde quieres recibir las
          alertas: <b>En mi chat</b>, <b>En un grupo</b> o <b>En un canal</b>.
        </li>
        <li>
          Abre Telegram con el botón, o escanea el código QR con el móvil, y haz allí lo que se te
          pide: <b>Iniciar</b> en tu chat, elegir el grupo, o elegir el canal y dejar que el bot
          publique en él. De un canal confirmas después el título en pantalla.
        </li>
        <li>
          El chat queda elegido, la conexión toma su nombre, y el bot envía allí el primer mensaje,
          que ves tal como ha llegado. Pulsa <b>Guardar Conexión</b>.
        </li>
      </ol>
      <p>
        El enlace vale diez minutos, una sola vez y solo para tu cuenta. Para un tema de un foro,
        escribe en él <code>/start@</code> y el usuario de tu bot. Si algo se tuerce,{' '}
        <TopicLink slug="enlace-sin-chat">aquí está qué hacer</TopicLink>; y con{' '}
        <b>Lo escribo yo</b> rellenas todos los campos a mano.
      </p>
      <Picture of={pictures.connections} alt="Las conexiones, cada una en su tarjeta" />
      <h3>Qué tiene una conexión</h3>
      <dl>
        <dt>Nombre</dt>
        <dd>
          El que quieras: se ve en las listas, y un mensaje puede llevarlo con{' '}
          <code>{'{{connection_name}}'}</code>.
        </dd>
        <dt>Activa o inactiva</dt>
        <dd>
          El interruptor de la tarjeta actúa al momento. Inactiva, la conexión guarda lo que llega,
          pero no envía nada; al activarla de nuevo no se envía lo anterior, salvo que lo reenvíes.
        </dd>
        <dt>Token de Bot</dt>
        <dd>
          La contraseña de tu bot; te la da @BotFather. Se guarda cifrada y solo se muestran sus 6
          últimos caracteres. Al editar, déjala vacía para no cambiarla.
        </dd>
        <dt>ID de Chat</dt>
        <dd>
          Adónde escribe el bot: un número, o el nombre de un canal público con su arroba. El enlace
          lo <TopicLink slug="id-de-chat">encuentra por ti</TopicLink>.
        </dd>
        <dt>Plantilla de Mensaje</dt>
        <dd>
          El texto que se envía. Varias conexiones pueden compartir la misma, y hace falta al menos
          una plantilla para crear una conexión.
        </dd>
        <dt>Descripción</dt>
        <dd>Una nota para ti. Es opcional.</dd>
        <dt>Etiquetas</dt>
        <dd>Hasta 10, para agrupar y filtrar tus conexiones. Son opcionales.</dd>
        <dt>Agrupar ráfagas</dt>
        <dd>
          Las alertas que tuvieron que esperar <TopicLink slug="rafagas">salen juntas</TopicLink>.
          Desactívalo si quieres siempre un mensaje por alerta.
        </dd>
        <dt>Opciones avanzadas</dt>
        <dd>
          El tema de un foro, enviar en silencio, sin vista previa de enlaces, proteger el contenido
          y avisar si un mensaje llega tarde.
        </dd>
        <dt>URL del webhook</dt>
        <dd>
          Única para cada conexión; su final es el identificador de la conexión. Quien la tenga
          puede enviar alertas a tu chat: <b>trátala como una contraseña</b>.
        </dd>
        <dt>Generador de JSON</dt>
        <dd>
          <b>Generar JSON para TradingView</b> escribe el mensaje que hay que pegar en la alerta:{' '}
          <code>connectionId</code> y un campo para cada placeholder de tu plantilla. Puedes
          cambiarlo antes de copiarlo, y te avisa si algo no va a funcionar.
        </dd>
      </dl>
      <p>
        <b>Probar</b> envía un mensaje de prueba al momento, con la plantilla y las opciones de la
        conexión. Si algo falla, dice qué y cómo arreglarlo.
      </p>
    </>
  ),
}
