import { Merge, Undo2 } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part } from '#web/ui/part.tsx'
import { Failed } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'

const MergeDialog = lazy(part(async () => (await import('./MergeDialog.tsx')).MergeDialog))

type Props = { school: OwnSchool; student: { id: string; studentName: string; isMerged: boolean } }
type MergeOfTwo = OutputOf<typeof studentMerges.list>[number]

/** A student who was entered twice: the two are merged here, and a merge is taken back. */
export function MergesCard({ school, student }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentMerges.list, { studentId: student.id })
  const [open, setOpen] = useOpenedBy('merge')
  return (
    <Card className="space-y-4">
      <h2 className="text-base">{t('merge.title')}</h2>
      {!student.isMerged && <p className="text-sm text-muted">{t('merge.lead')}</p>}
      {!data && error && <Failed error={error} again={refetch} />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line" aria-label={t('merge.done')}>
          {data.map((merge) => (
            <MergeLine key={merge.id} merge={merge} studentId={student.id} />
          ))}
        </ul>
      )}
      {data && !student.isMerged && (
        <Button icon={<Merge className="size-5" aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('merge.start')}
        </Button>
      )}
      {open && !student.isMerged && (
        <LazyPart onClose={() => setOpen(false)}>
          <MergeDialog
            school={school}
            studentId={student.id}
            name={student.studentName}
            onClose={() => setOpen(false)}
          />
        </LazyPart>
      )}
    </Card>
  )
}

function MergeLine({ merge, studentId }: { merge: MergeOfTwo; studentId: string }) {
  const { t } = useTranslation()
  const undo = useChange(studentMerges.undo)
  const { id, studentName, otherName, otherCode, mergedByName, createDate, undone, hindrance } = merge
  const isKept = merge.studentId === studentId
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <p>
          {t(isKept ? 'merge.took' : 'merge.went')}{' '}
          {isKept ? (
            <>
              <Bdi>{otherName}</Bdi> <Digits>{otherCode}</Digits>
            </>
          ) : (
            <Link to={{ search: `?student=${merge.studentId}` }} className="text-primary underline underline-offset-4">
              <Bdi>{studentName}</Bdi>
            </Link>
          )}
        </p>
        <p className="text-sm text-muted">
          <Bdi>{mergedByName}</Bdi> · <Moment at={createDate} />
        </p>
        {hindrance && <p className="text-sm text-muted">{translated(hindrance)}</p>}
      </div>
      {undone ? (
        <StatusBadge status="neutral" word={t('merge.undone')} />
      ) : (
        !hindrance && (
          <AskFirst
            title={t('merge.undoAsk', { name: isolated(otherName) })}
            description={t('merge.undoMeans')}
            submit={t('merge.undo')}
            run={async () => {
              await undo({ studentId, mergeId: id })
              toast({ title: t('merge.undone') })
            }}
          >
            {(ask, busy) => (
              <Button icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />} onClick={ask} disabled={busy}>
                {t('merge.undo')}
              </Button>
            )}
          </AskFirst>
        )
      )}
    </li>
  )
}
