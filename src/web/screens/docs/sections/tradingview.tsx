import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { Picture } from '../picture.tsx'
import { pictures } from '../pictures.ts'
import { TopicLink } from '../topic-link.tsx'

export const tradingviewSection: DocsSection = {
  slug: 'tradingview',
  title: 'Configurar la alerta en TradingView, paso a paso',
  content: (
    <>
      <h3>Antes de empezar</h3>
      <ul>
        <li>
          TradingView solo ofrece webhooks en sus planes de pago, y con la verificación en dos pasos
          activada en tu cuenta.
        </li>
        <li>
          Tu Pregonero tiene que estar{' '}
          <TopicLink slug="publicar">al alcance de TradingView</TopicLink>: en internet y por el
          puerto 80 o 443.
        </li>
      </ul>
      <h3>En Pregonero</h3>
      <ol>
        <li>
          En <TextLink to="/connections">Conexiones</TextLink>, pulsa{' '}
          <b>Generar JSON para TradingView</b> en la tarjeta de tu conexión.
        </li>
        <li>
          Revisa el JSON. Lo que va entre llaves lo sustituye TradingView; lo que dice{' '}
          <code>TU_VARIABLE_AQUI</code> o <code>YOUR_PINE_VARIABLE_FOR_…</code>, cámbialo tú, salvo
          en <TopicLink slug="no-se-rellenan">los que rellena Pregonero</TopicLink>. Si queda algo,
          dice cuánto («5 por rellenar»), y <code>Tab</code> lleva de uno a otro. Al lado ves el
          mensaje que saldrá.
        </li>
        <li>
          Pulsa <b>Copiar JSON</b> y, en el mismo diálogo, <b>Copiar URL</b> para el webhook.
        </li>
      </ol>
      <Picture of={pictures.payload} alt="El generador de JSON, con lo que hay que copiar" />
      <h3>En TradingView</h3>
      <ol>
        <li>
          <b>Abre el diálogo de alertas</b> en el gráfico del símbolo, con el botón del reloj o con{' '}
          <code>Alt</code> <code>A</code>.
        </li>
        <li>
          <b>Condición.</b> Elige qué la dispara: un precio, un indicador o tu estrategia.
        </li>
        <li>
          <b>Opciones.</b> Decide cada cuánto se dispara, por ejemplo una vez al cierre de la vela,
          y cuándo caduca.
        </li>
        <li>
          <b>Pestaña Notificaciones.</b> Marca la casilla <b>URL del webhook</b> y pega la
          dirección.
        </li>
        <li>
          <b>Campo Mensaje.</b> Borra lo que haya y pega el JSON.
        </li>
        <li>
          Pulsa <b>Crear</b>. Cuando se dispare, la verás en el{' '}
          <TextLink to="/alerts">Historial de Alertas</TextLink> y en tu chat.
        </li>
      </ol>
      <h3>La luz que escucha</h3>
      <p>
        En los primeros pasos, y después en el panel de cada conexión con <b>Empezar a escuchar</b>,
        una luz dice lo que llega: desde dónde, cómo se leyó, qué le falta a la plantilla y qué hay
        que cambiar. Si no llega nada, <b>¿No llega nada? Revisa esto</b> repasa lo que suele
        fallar: que la dirección empiece por https y use el puerto 80 o el 443, que no sea{' '}
        <code>localhost</code>, la verificación en dos pasos, el campo <b>Mensaje</b> vacío y las
        comillas cambiadas por otras. Con <b>Enviar alerta de prueba</b> compruebas todo lo tuyo sin
        TradingView.
      </p>
      <h3>Para varias alertas distintas</h3>
      <p>
        Con el <TextLink to="/tv-alert-generator">Generador Alertas TV</TextLink> guardas una
        configuración para cada una: sus valores, su condición y su frecuencia. Así tienes su JSON
        siempre a mano.
      </p>
      <h3>Conviene saber</h3>
      <ul>
        <li>
          Las alertas de TradingView caducan: si una deja de llegar, mira primero allí si sigue
          activa.
        </li>
        <li>
          TradingView detiene la alerta de un script o de una estrategia que se dispara más de 15
          veces en 3 minutos. Hay que volver a activarla a mano.
        </li>
        <li>
          Si cambias el script o sus parámetros, crea la alerta de nuevo: sigue usando los de antes.
        </li>
      </ul>
    </>
  ),
}
