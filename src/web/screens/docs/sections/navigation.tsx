import { TextLink } from '#web/ui/links.tsx'
import type { DocsSection } from '../docs-topic.ts'
import { TopicLink } from '../topic-link.tsx'
import { navigationTopics } from './navigation-topics.tsx'

export const navigationSection: DocsSection = {
  slug: 'navegacion',
  title: 'Navegación: qué hay en cada pantalla',
  content: (
    <>
      <p>
        El menú de la izquierda lleva a todo; en el móvil se abre con el botón de arriba, y lo más
        usado está <TopicLink slug="en-el-movil">abajo</TopicLink>.
      </p>
      <dl>
        <dt>
          <TextLink to="/dashboard">Panel</TextLink>
        </dt>
        <dd>
          Lo que falla, las cifras de hoy y de la semana, la tendencia y la última actividad. Una
          barra de la tendencia lleva al historial de su día. Con <b>Personalizar Panel</b> eliges
          qué se ve y en qué orden.
        </dd>
        <dt>
          <TextLink to="/alerts">Historial de Alertas</TextLink>
        </dt>
        <dd>
          Todas las alertas recibidas. Se buscan y se filtran, también por días (hoy, ayer, 7 días,
          30 días o los que quieras); al abrir una se ve qué llegó, el mensaje y su recorrido con
          cada intento, y se puede reenviar. <b>En espera</b> muestra lo que aún no ha salido.
        </dd>
        <dt>
          <TextLink to="/watch">Vigía</TextLink>
        </dt>
        <dd>
          Qué alertas siguen llegando a su ritmo, cuáles{' '}
          <TopicLink slug="vigia">han callado</TopicLink> y cuáles caducan. Su pestaña{' '}
          <b>Conciliación</b> compara el registro de TradingView con lo que llegó.
        </dd>
        <dt>
          <TextLink to="/connections">Conexiones</TextLink>
        </dt>
        <dd>
          Tus bots y sus chats. Aquí están la URL del webhook, el JSON para TradingView y el botón{' '}
          <b>Probar</b>. <b>Ver Panel Específico</b> muestra una sola conexión, y entonces también
          el Panel se limita a ella; <b>Limpiar Vista</b>, arriba, vuelve a mostrarlo todo.
        </dd>
        <dt>
          <TextLink to="/templates">Plantillas</TextLink>
        </dt>
        <dd>El texto de los mensajes, con un editor que los muestra como llegarán.</dd>
        <dt>
          <TextLink to="/tv-alert-generator">Generador Alertas TV</TextLink>
        </dt>
        <dd>
          Configuraciones guardadas, una para cada alerta de TradingView, con los valores que tú
          decides y notas sobre su condición y su frecuencia.
        </dd>
        <dt>
          <TextLink to="/tags">Gestión de Etiquetas</TextLink>
        </dt>
        <dd>Las etiquetas de tus conexiones: cambiarles el nombre o quitarlas de todas.</dd>
        <dt>
          <TextLink to="/error-log">Registro de Errores</TextLink>
        </dt>
        <dd>
          Lo que no fue bien, con sus detalles: envíos y pruebas que fallaron, webhooks rechazados,
          mensajes mal escritos, alertas que no encajan con su plantilla. Se busca también por el
          motivo.
        </dd>
        <dt>
          <TextLink to="/settings">Configuración</TextLink>
        </dt>
        <dd>
          Tu cuenta, tus preferencias, cuánto se conserva el historial, y exportar o importar todo
          lo que has configurado. En <TextLink to="/settings/security">Seguridad</TextLink> están
          las sesiones abiertas y todo lo que protege tu cuenta.
        </dd>
        <dt>
          <TextLink to="/docs">Documentación</TextLink>
        </dt>
        <dd>Esta página. Cada apartado y cada pregunta tiene su enlace, que puedes copiar.</dd>
      </dl>
      <p>
        Arriba están siempre la campana con tus notificaciones y la marca <b>En vivo</b>:{' '}
        <TopicLink slug="en-vivo">lo que ves cambia solo</TopicLink>. Si se corta la conexión con
        Pregonero, lo dice una barra, y al volver se pone todo al día.
      </p>
      <p>
        Con <code>Ctrl</code> <code>K</code> lo encuentras todo y haces casi todo; lo demás tiene{' '}
        <TopicLink slug="teclado">su tecla</TopicLink>.
      </p>
    </>
  ),
  questions: navigationTopics,
}
