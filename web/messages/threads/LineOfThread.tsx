import { Flag, Undo2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import { useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AttachmentList } from '#web/platform/attachments/AttachmentList.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { part } from '#web/ui/part.tsx'
import type { Thread } from './thread.ts'

const ReportText = lazy(part(async () => (await import('./ReportText.tsx')).ReportText))

type LineShown = Thread['lines'][number]

type Props = { threadId: string; line: LineShown; mayReport: boolean }

/** A text with who has read it, or what happened to the thread. */
export function LineOfThread({ threadId, line, mayReport }: Props) {
  const { t } = useTranslation()
  if (line.lineKind !== 'text')
    return (
      <p className="text-center text-sm text-muted [overflow-wrap:anywhere]">
        {happened(line, t)} · <Moment at={line.at} />
        {line.body && (
          <span className="block">
            <Bdi>{line.body}</Bdi>
          </span>
        )}
      </p>
    )
  return (
    <article
      className={cx(
        'rounded-card border border-line px-4 py-3 [overflow-wrap:anywhere]',
        line.own ? 'bg-soft' : 'bg-surface',
      )}
    >
      <p className="text-sm text-muted">
        <span className="font-medium text-ink">
          <Bdi>{line.byName}</Bdi>
        </span>
        {' · '}
        <Moment at={line.at} />
      </p>
      {line.takenBack ? (
        <p className="text-muted">{t('threads.takenBack')}</p>
      ) : (
        <p className="whitespace-pre-line">
          <LinkedText text={line.body ?? ''} />
        </p>
      )}
      {line.attachments.length > 0 && (
        <div className="mt-2">
          <AttachmentList items={line.attachments} />
        </div>
      )}
      <Below threadId={threadId} line={line} mayReport={mayReport} />
    </article>
  )
}

export function happened(
  { lineKind, byName, toName }: LineShown,
  t: (key: string, values?: Record<string, string>) => string,
) {
  const values = { by: isolated(byName ?? ''), to: isolated(toName ?? t('threads.office')) }
  return t(`threads.line.${lineKind}`, values)
}

function Below({ threadId, line, mayReport }: Props) {
  const { t } = useTranslation()
  const [reporting, setReporting] = useState(false)
  const { mutateAsync: takeBack } = useWrite(threads.takeBack)
  const { saving, save } = useSaving()
  const { id: textId, own, takenBack, readBy, at, visibleFrom } = line
  if (takenBack) return null
  const isFresh = epoch() - Date.parse(at) < threadLimits.takeBackMinutes * 60_000
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {own && (
        <p className="min-w-0 flex-1">
          {readBy.length === 0 && (visibleFrom === null ? t('threads.notRead') : t('threads.readsAt'))}
          {readBy.length === 0 && visibleFrom !== null && (
            <>
              {' '}
              <Moment at={visibleFrom} />
            </>
          )}
          {readBy.map(({ name, at: readAt }) => (
            <span key={name} className="block">
              {t('threads.reads')} <Bdi>{name}</Bdi> · <Moment at={readAt} />
            </span>
          ))}
        </p>
      )}
      {own && readBy.length === 0 && isFresh && (
        <Button
          tone="quiet"
          disabled={saving}
          icon={<Undo2 className="size-5" aria-hidden="true" />}
          onClick={() => void save(() => takeBack({ threadId, textId }), t('threads.tookBack'))}
        >
          {t('threads.takeBack')}
        </Button>
      )}
      {!own && mayReport && (
        <Button
          tone="quiet"
          className="-ms-3"
          icon={<Flag className="size-4" aria-hidden="true" />}
          onClick={() => setReporting(true)}
        >
          {t('threads.report')}
        </Button>
      )}
      {reporting && (
        <LazyPart onClose={() => setReporting(false)}>
          <ReportText threadId={threadId} textId={textId} onClose={() => setReporting(false)} />
        </LazyPart>
      )}
    </div>
  )
}
