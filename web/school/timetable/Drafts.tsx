import { CalendarPlus, Copy, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Day, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { DraftEditor } from './DraftEditor.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import type { Version } from './planning.ts'
import { StartDialog } from './StartDialog.tsx'
import { WeekFileDialog } from './WeekFileDialog.tsx'

/** The drafts of the week and its published versions; one of them is open for planning. */
export function Drafts({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const today = useToday(school.timeZone)
  const { data, error, refetch } = useRead(timetableDrafts.list, { schoolId: school.id })
  const [starting, setStarting] = useState<{ copyOf: Version | null } | null>(null)
  const [taking, setTaking] = useState(false)
  const [publishing, setPublishing] = useState<Version | null>(null)
  const open = (id: string | null) => {
    const next = new URLSearchParams(query)
    if (id) next.set('draft', id)
    else for (const name of ['draft', 'from']) next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const opened = data.find(({ id }) => id === query.get('draft'))
  return (
    <>
      {opened ? (
        <DraftEditor
          timetableId={opened.id}
          versions={data}
          onBack={() => open(null)}
          onPublish={() => setPublishing(opened)}
        />
      ) : (
        <div className="space-y-4">
          <div className="flex flex-wrap gap-3">
            <Button
              tone="primary"
              icon={<CalendarPlus className="size-5" aria-hidden="true" />}
              onClick={() => setStarting({ copyOf: null })}
            >
              {t('timetable.start')}
            </Button>
            <Button icon={<FileUp className="size-5" aria-hidden="true" />} onClick={() => setTaking(true)}>
              {t('timetable.file.title')}
            </Button>
          </div>
          {data.length === 0 && <Empty sentence={t('timetable.noDrafts')} />}
          <ul className="space-y-2">
            {data.map((version) => (
              <VersionLine
                key={version.id}
                version={version}
                today={today}
                onOpen={() => open(version.id)}
                onCopy={() => setStarting({ copyOf: version })}
                onPublish={() => setPublishing(version)}
              />
            ))}
          </ul>
        </div>
      )}
      {taking && <WeekFileDialog schoolId={school.id} onClose={() => setTaking(false)} onTaken={open} />}
      {starting && (
        <StartDialog
          schoolId={school.id}
          today={today}
          copyOf={starting.copyOf}
          onClose={() => setStarting(null)}
          onStarted={open}
        />
      )}
      {publishing && (
        <PublishDialog
          school={school}
          version={publishing}
          from={query.get('from')}
          onClose={() => setPublishing(null)}
        />
      )}
    </>
  )
}

type LineProps = { version: Version; today: string; onOpen: () => void; onCopy: () => void; onPublish: () => void }

function VersionLine({ version, today, onOpen, onCopy, onPublish }: LineProps) {
  const { t } = useTranslation()
  const discard = useChange(timetableDrafts.discard)
  const withdraw = useChange(timetableDrafts.withdraw)
  const { id, schoolId, timetableName, lessons, validFrom, validTo } = version
  const put = (discarded: boolean) => discard({ schoolId, draftId: id, discarded })
  const away = () =>
    put(true)
      .then(() =>
        toast({
          title: t('timetable.discarded'),
          action: { label: t('timetable.undo'), run: () => void put(false).catch(toastRefusal) },
        }),
      )
      .catch(toastRefusal)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">
          <Bdi>{timetableName}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {t('timetable.lessons', { count: lessons })}
          {validFrom && (
            <>
              {' · '}
              {t('timetable.from')} <Day day={validFrom} />
            </>
          )}
          {validTo && (
            <>
              {' '}
              {t('timetable.to')} <Day day={validTo} />
            </>
          )}
        </p>
      </div>
      <StateOf version={version} />
      <Button onClick={onOpen} aria-label={`${t('timetable.open')}: ${isolated(timetableName)}`}>
        {t('timetable.open')}
      </Button>
      <Button
        icon={<Copy className="size-5" aria-hidden="true" />}
        onClick={onCopy}
        aria-label={`${t('timetable.copy')}: ${isolated(timetableName)}`}
      >
        {t('timetable.copy')}
      </Button>
      {!validFrom && <Button onClick={onPublish}>{t('timetable.publish')}</Button>}
      {!validFrom && (
        <Button tone="quiet" onClick={away}>
          {t('timetable.discard')}
        </Button>
      )}
      {validFrom && validFrom > today && (
        <Button tone="quiet" onClick={() => void withdraw({ timetableId: id }).catch(toastRefusal)}>
          {t('timetable.withdraw')}
        </Button>
      )}
    </li>
  )
}

function StateOf({ version: { validFrom, isValid } }: { version: Version }) {
  const { t } = useTranslation()
  if (isValid) return <StatusBadge status="good" word={t('timetable.states.valid')} />
  return <StatusBadge status="neutral" word={t(validFrom ? 'timetable.states.published' : 'timetable.states.draft')} />
}
