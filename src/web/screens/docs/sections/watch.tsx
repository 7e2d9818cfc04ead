import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'

export const watchSection: DocsSection = {
  slug: 'vigia',
  title: 'Vigía: lo que deja de llegar',
  content: (
    <>
      <p>
        Una alerta que TradingView detiene, que caduca o que se pierde por el camino no da ningún
        error: solo silencio. <TextLink to="/watch">Vigía</TextLink> aprende a qué ritmo llega cada
        una y te avisa cuando falta. No hay que configurar nada: cada alerta con nombre propio
        aparece sola.
      </p>
      <h3>Qué significa cada estado</h3>
      <dl>
        <dt>Viva</dt>
        <dd>Llega a su ritmo.</dd>
        <dt>Tarde</dt>
        <dd>Ya tendría que haber llegado. Todavía puede ser normal.</dd>
        <dt>Callada</dt>
        <dd>Falta desde hace más de lo que ha faltado nunca en horas como estas. Te avisa.</dd>
        <dt>Caducada</dt>
        <dd>
          Ha pasado el día que escribiste en «Caduca el». En TradingView ya no se dispara hasta que
          la renuevas.
        </dd>
        <dt>Cerca del límite</dt>
        <dd>
          Se ha disparado doce veces o más en 3 minutos. Si pasan de 15,{' '}
          <TopicLink slug="limite">TradingView la detiene</TopicLink>.
        </dd>
        <dt>Sin historia suficiente</dt>
        <dd>Ha llegado pocas veces, o sin un ritmo que se pueda aprender. No se juzga.</dd>
        <dt>Silenciada</dt>
        <dd>Se sigue mirando, pero no avisa.</dd>
      </dl>
      <h3>Caducidad</h3>
      <p>
        Las alertas de TradingView caducan. Escribe el día en la configuración del{' '}
        <TextLink to="/tv-alert-generator">generador</TextLink>, en <b>Caduca el</b>: Pregonero te
        lo recuerda 3 días y 1 día antes. Cuando la hayas renovado en TradingView, pulsa{' '}
        <b>Renovada +30 días</b> o <b>+60 días</b>.
      </p>
      <h3>Latido</h3>
      <p>
        Un latido es una alerta más que creas en TradingView sobre un símbolo que cotiza a todas
        horas, y que se dispara en cada vela. No se reenvía ni queda en el historial: solo prueba
        que el camino entre TradingView y tu Pregonero está entero. Si faltan dos seguidos, te
        avisa. Su dirección también contesta a cualquier monitor: con <code>GET</code>, 200 mientras
        late y 503 cuando falta.
      </p>
      <h3>Avisos</h3>
      <p>
        Eliges por qué conexión salen, en <b>Avisos</b>. Mejor por la de <b>otro bot</b>: si al de
        tus alertas le caduca el token o lo echan del chat, su propio aviso tampoco llegaría. Hay un
        aviso cuando una alerta calla y otro cuando vuelve, y ninguno entre medias. Si quieres, un
        resumen al día, a la hora que elijas.
      </p>
    </>
  ),
  questions: [
    {
      slug: 'por-que-avisa',
      title: '¿Por qué me avisa?',
      content: (
        <>
          <p>
            Porque una alerta no ha llegado y, en horas como estas, nunca había tardado tanto. Abre
            la fila en <TextLink to="/watch">Vigía</TextLink>: dice cuándo llegó la última vez, cada
            cuánto suele llegar, cuándo se la esperaba y desde cuándo falta.
          </p>
          <ul>
            <li>
              En TradingView, mira si sigue activa. Si la detuvo o caducó, reactívala; el aviso de
              vuelta llega con la siguiente.
            </li>
            <li>
              Si su registro dice que se disparó, mira en la pestaña <b>Conciliación</b> qué pasó
              con ella.
            </li>
            <li>
              Si no tenía por qué dispararse (un festivo, un mercado parado), pulsa{' '}
              <b>Era normal</b>: Pregonero aprende que también eso pasa y la próxima vez espera más.
            </li>
            <li>Si no te interesa, siléncialo: 1 hora, hasta mañana o siempre.</li>
          </ul>
          <p>
            Lo que falta porque tu servidor estaba apagado, porque la conexión está inactiva o
            porque el corte es de todas no se le achaca a ninguna alerta.
          </p>
        </>
      ),
    },
    {
      slug: 'por-que-no-aviso',
      title: '¿Por qué no me avisó?',
      content: (
        <>
          <ul>
            <li>
              <b>No hay por dónde:</b> elige una conexión en <b>Avisos</b>, en{' '}
              <TextLink to="/watch">Vigía</TextLink>. Sin ella, solo se ve en la pantalla.
            </li>
            <li>
              <b>Sin historia suficiente:</b> la alerta ha llegado pocas veces. Una que se dispara
              una vez al mes no tiene un ritmo que vigilar: dale un día en <b>Caduca el</b>.
            </li>
            <li>
              <b>Sin nombre propio:</b> las que no traen <code>alert_name</code> se confunden entre
              sí, y no se juzgan.
            </li>
            <li>
              <b>Aún era pronto:</b> se avisa cuando falta más de lo que ha llegado a faltar en esas
              horas. De noche, en fin de semana o fuera de su sesión, espera más.
            </li>
            <li>
              <b>Está silenciada</b>, o pulsaste <b>Era normal</b> en un silencio parecido.
            </li>
            <li>
              <b>Tu Pregonero estaba apagado</b>, o su conexión inactiva: ese tiempo no cuenta.
            </li>
            <li>
              <b>El aviso no se pudo entregar:</b> si va por el mismo bot que falla, se queda con
              él. Por eso es mejor otro.
            </li>
          </ul>
          <p>
            Para saber que el camino entero funciona aunque no haya señales, crea un <b>latido</b>.
          </p>
        </>
      ),
    },
    {
      slug: 'limite',
      title: '¿Qué es el límite de 15 veces en 3 minutos?',
      content: (
        <>
          <p>
            TradingView detiene por su cuenta una alerta que se dispara más de 15 veces en 3
            minutos, y no vuelve a dispararse hasta que la reactivas. Vigía avisa a partir de 12, y
            con 16 dice «TradingView puede haberla detenido».
          </p>
          <ul>
            <li>
              En su panel de alertas, mira si aparece como <b>Detenida</b>, y reactívala.
            </li>
            <li>
              Cambia su frecuencia: <b>Una vez por cierre de barra</b> se dispara como mucho una vez
              por vela.
            </li>
            <li>
              Usa un intervalo mayor, o una condición que no esté siempre a punto de cumplirse.
            </li>
          </ul>
        </>
      ),
    },
  ],
}
