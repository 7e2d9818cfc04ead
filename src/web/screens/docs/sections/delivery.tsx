import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { Picture } from '../picture.tsx'
import { pictures } from '../pictures.ts'
import { TopicLink } from '../topic-link.tsx'

export const deliverySection: DocsSection = {
  slug: 'entrega',
  title: 'Cómo se entregan las alertas',
  content: (
    <>
      <h3>Guardar primero</h3>
      <p>
        Pregonero guarda la alerta y solo entonces contesta a TradingView, que no espera más de 3
        segundos. Lo que se contestó como recibido llega a Telegram o queda a la vista como fallo,
        aunque entretanto se apague el servidor.
      </p>
      <h3>En orden</h3>
      <p>
        Cada chat tiene su cola: lo que llegó antes sale antes. Un chat con problemas no frena a los
        demás.
      </p>
      <h3>Ráfagas</h3>
      <p>
        Telegram admite más o menos un mensaje por segundo en cada chat, y 20 por minuto en un
        grupo. Una alerta que encuentra la cola libre sale sola, al momento. Las que tuvieron que
        esperar <b>salen juntas en un mensaje</b>, en orden; en el historial sigue siendo cada una
        la suya.
      </p>
      <h3>Reintentos</h3>
      <p>
        Si Telegram no contesta, hay otro intento a los 2 segundos y otro a los 4: tres en total. Si
        deja de contestar a tu bot, o a todos, no es culpa de tus alertas: las de ese bot, o todas,
        esperan y salen en cuanto vuelve. El plazo normal son 15 minutos, y quien administra el
        servidor puede cambiarlo.
      </p>
      <h3>«⏱ llegó N min tarde»</h3>
      <p>
        Un mensaje que sale un minuto o más después de recibirse lo dice al principio, para que no
        operes con un precio viejo. Se desactiva en las opciones avanzadas de la conexión.
      </p>
      <h3>Qué significa cada estado</h3>
      <dl>
        <dt>Éxito</dt>
        <dd>Telegram ha confirmado el mensaje.</dd>
        <dt>Pendiente</dt>
        <dd>
          Espera su turno, el próximo intento o a que Telegram vuelva.{' '}
          <TextLink to="/alerts/queue">En espera</TextLink> dice, chat por chat, qué espera, por qué
          y hasta cuándo. Ahí también se pausa un chat, o todo, y se descarta lo que ya no sirve.
        </dd>
        <dt>Fallo</dt>
        <dd>
          Ya no se enviará por sí sola. El detalle dice por qué y qué hacer: por ejemplo, añadir el
          bot al grupo otra vez. Después, <b>Reenviar</b> la escribe con la plantilla de ahora y la
          pone al final de la cola.
        </dd>
      </dl>
      <Picture of={pictures.alertDetail} alt="El detalle de una alerta, con su recorrido" />
      <h3>Cuando algo falla</h3>
      <p>
        Lo que falla por una misma causa se cuenta una vez, por muchas alertas que sean: «EURUSD
        Londres: 41 sin entregar desde las 09:12», con el motivo y con{' '}
        <b>un botón que lo arregla</b>:
      </p>
      <ul>
        <li>
          <b>Editar</b>, cuando el token, el chat o el tema ya no valen;
        </li>
        <li>
          <b>Probar</b>, cuando el bot no está en el chat o no puede escribir: arréglalo en Telegram
          y pruébalo;
        </li>
        <li>
          <b>Editar plantilla</b>, cuando Telegram no admite el mensaje;
        </li>
        <li>
          <b>Reenviar las 41</b>, cuando «Parece resuelto» o no había nada que arreglar.
        </li>
      </ul>
      <p>
        Está en el Panel, en la tarjeta y el panel de la conexión, en la campana y en el Registro de
        Errores. Para ver primero las conexiones que fallan, ordénalas <b>Con fallos primero</b>.
      </p>
      <p>
        Una alerta que ya se entregó también se puede reenviar, desde su detalle. Antes pregunta,
        porque el chat la tendrá dos veces.
      </p>
      <p>
        Cuando un bot pierde su chat, se cierra un tema o un token deja de valer, todo lo que
        dependía de ello falla de una vez, y te avisa una sola notificación. Lo que ha esperado más
        de 24 horas tampoco se envía: queda como «Caducada» y se puede reenviar. Todo envío que
        falla está en el <TextLink to="/error-log">Registro de Errores</TextLink>, salvo los de una
        conexión inactiva, que no se intentan.
      </p>
      <p>
        Muy de vez en cuando <TopicLink slug="duplicados">un mensaje llega dos veces</TopicLink>: es
        el precio de no perder ninguno.
      </p>
    </>
  ),
}
