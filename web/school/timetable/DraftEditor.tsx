import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { weekFiles } from '#contract/exchange/imports/week-files.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { keepFile } from '#web/lib/download.ts'
import { useLive } from '#web/lib/live.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { CompareDialog } from './CompareDialog.tsx'
import type { Version } from './planning.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { Planner } from './Planner.tsx'
import { CycleDialog } from './StartDialog.tsx'

type Props = { timetableId: string; versions: Version[]; onBack: () => void; onPublish: () => void }

/** One version of the week: a draft is planned class by class, a published one is only read. */
export function DraftEditor({ timetableId, versions, onBack, onPublish }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timetableDrafts.get, { timetableId })
  const shown = data?.timetable.version
  useLive('timetable', timetableId, (change) => change && change.version !== shown && void stale(timetableDrafts.get))
  const [naming, setNaming] = useState(false)
  const [pasting, setPasting] = useState(false)
  const [comparing, setComparing] = useState(false)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  const isDraft = data.timetable.validFrom === null
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton label={t('common.back')} onClick={onBack}>
          <ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <h2 className="min-w-0 flex-1 basis-40 text-lg font-semibold">
          <Bdi>{data.timetable.timetableName}</Bdi>
        </h2>
        <FilesOf timetableId={timetableId} />
        {versions.length > 1 && <Button onClick={() => setComparing(true)}>{t('timetable.whatChanges')}</Button>}
        {isDraft && <Button onClick={() => setNaming(true)}>{t('timetable.nameAndWeeks')}</Button>}
        {isDraft && <Button onClick={() => setPasting(true)}>{t('timetable.paste')}</Button>}
        {isDraft && <Button onClick={onPublish}>{t('timetable.publish')}</Button>}
      </div>
      {naming && <CycleDialog version={data.timetable} onClose={() => setNaming(false)} />}
      {comparing && <CompareDialog version={data.timetable} versions={versions} onClose={() => setComparing(false)} />}
      {pasting && <PasteDialog draft={data} onClose={() => setPasting(false)} />}
      {!isDraft && <p className="text-muted">{t('timetable.isPublished')}</p>}
      {data.classes.length === 0 ? (
        <Empty sentence={t('timetable.noClasses')} />
      ) : (
        <Planner draft={data} isDraft={isDraft} />
      )}
    </div>
  )
}

/** The version for other programs: aSc XML, or a table. */
function FilesOf({ timetableId }: { timetableId: string }) {
  const { t } = useTranslation()
  const save = (format: 'asc' | 'csv') =>
    void call(weekFiles.file, { timetableId, format })
      .then(({ content, type, fileName }) => keepFile(new Blob([content], { type }), fileName))
      .catch(toastRefusal)
  return (
    <>
      <Button tone="quiet" icon={<Download className="size-5" aria-hidden="true" />} onClick={() => save('asc')}>
        {t('timetable.file.asAsc')}
      </Button>
      <Button tone="quiet" icon={<Download className="size-5" aria-hidden="true" />} onClick={() => save('csv')}>
        {t('timetable.file.asTable')}
      </Button>
    </>
  )
}
