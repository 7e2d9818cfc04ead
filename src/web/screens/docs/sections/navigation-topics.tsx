import { TextLink } from '#web/ui/links.tsx'
import type { DocsTopic } from '../docs-topic.ts'

/** Topics about getting around, on every screen. */
export const navigationTopics: readonly DocsTopic[] = [
  {
    slug: 'teclado',
    title: 'Con el teclado',
    content: (
      <>
        <p>
          Todo lo que hace el ratón lo hace también el teclado. Pulsa <code>?</code> fuera de un
          campo y verás todos los atajos. Los más útiles (en un Mac, <code>⌘</code> en lugar de{' '}
          <code>Ctrl</code>):
        </p>
        <dl>
          <dt>
            <code>Ctrl</code> <code>K</code>
          </dt>
          <dd>
            Encuentra pantallas, conexiones, plantillas, configuraciones, etiquetas, alertas y
            apartados de esta página. Y hace cosas: probar o pausar una conexión, crear otra,
            reenviar las fallidas de hoy, cambiar el tema.
          </dd>
          <dt>
            <code>G</code> y luego una letra
          </dt>
          <dd>
            Va a una pantalla: <code>P</code>, el Panel; <code>H</code>, el Historial;{' '}
            <code>V</code>, Vigía; <code>C</code>, Conexiones; <code>T</code>, Plantillas.
          </dd>
          <dt>
            <code>/</code> y <code>N</code>
          </dt>
          <dd>Buscar en la pantalla, y añadir o crear.</dd>
          <dt>
            <code>J</code>, <code>K</code> e <code>Intro</code>
          </dt>
          <dd>
            Bajan y suben por una lista, y abren la fila. <code>X</code> la selecciona y{' '}
            <code>R</code> reenvía lo que falló. Con una alerta abierta, <code>J</code> y{' '}
            <code>K</code> pasan a la siguiente y a la anterior.
          </dd>
          <dt>
            <code>Ctrl</code> <code>S</code> o <code>Ctrl</code> <code>Intro</code>
          </dt>
          <dd>
            Guarda lo que estás editando. En una plantilla, <code>Ctrl</code> <code>B</code> pone
            negrita, <code>Ctrl</code> <code>I</code> cursiva y <code>Ctrl</code> <code>K</code> un
            enlace.
          </dd>
        </dl>
        <p>
          Dentro de un campo, las teclas escriben. Los atajos de una sola tecla se desactivan en{' '}
          <TextLink to="/settings">Configuración</TextLink>, con <b>Atajos de una tecla</b>.
        </p>
      </>
    ),
  },
  {
    slug: 'en-el-movil',
    title: 'En el móvil',
    content: (
      <>
        <p>
          Abajo, al alcance del pulgar, están <b>Panel</b>, <b>Historial</b>, <b>Conexiones</b> y{' '}
          <b>Buscar</b>; el resto, en el menú de arriba. Los diálogos se cierran tirando hacia abajo
          de su cabecera, y preguntan antes si has escrito algo.
        </p>
        <p>Para tener Pregonero en la pantalla de inicio, ábrelo por su dirección con https.</p>
        <ul>
          <li>
            En Chrome, abre el menú de los tres puntos y elige <b>Añadir a pantalla de inicio</b>.
          </li>
          <li>
            En Safari, pulsa <b>Compartir</b> y elige <b>Añadir a pantalla de inicio</b>.
          </li>
        </ul>
        <p>
          Desde entonces se abre con su icono y sin la barra del navegador. Los mensajes no dependen
          de ello: te los da Telegram.
        </p>
      </>
    ),
  },
  {
    slug: 'en-vivo',
    title: 'En vivo: lo que llega y los avisos',
    content: (
      <>
        <p>
          El <TextLink to="/alerts">Historial</TextLink> muestra por sí solo lo que llega mientras
          estás en su primera página, con lo más nuevo arriba y sin hacer nada en él: lo dice{' '}
          <b>Siguiendo en vivo</b>. Púlsalo para fijar lo que ves, y otra vez para seguir. Si lees
          más abajo o has seleccionado algo, nada se mueve, y un botón dice cuántas alertas nuevas
          hay.
        </p>
        <p>
          Los avisos salen de uno en uno, arriba a la derecha. El de una alerta cambia en su sitio,
          de «recibida, procesando...» a «entregada en 612 ms», y los que llegan seguidos se suman
          en uno. No lo hay donde la alerta ya se ve, como el Panel y el Historial, ni para otras
          conexiones cuando has elegido una. Los fallos quedan siempre en la campana.
        </p>
        <p>
          Si no quieres avisos, desactiva <b>Notificaciones</b> en{' '}
          <TextLink to="/settings">Configuración</TextLink>.
        </p>
      </>
    ),
  },
]
