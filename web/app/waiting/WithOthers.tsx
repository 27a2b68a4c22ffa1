import { BellRing, ClipboardPen, UserPlus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Counts = OutputOf<typeof waiting.counts>

/** What waits with teachers and parents, one line each. `opened`: the line of the marks is open at first. */
export function WithOthers({ school, counts, opened }: { school: OwnSchool; counts: Counts; opened: boolean }) {
  const { t } = useTranslation()
  const mayRemind = useMay(waiting.teachersOwing)
  const countOf = (kind: 'marks' | 'invitations') => counts.find((one) => one.kind === kind)?.count ?? 0
  const [marks, invitations] = [countOf('marks'), countOf('invitations')]
  if (!(marks > 0 && mayRemind) && invitations === 0) return null
  return (
    <section aria-labelledby="with-others" className={opened ? 'mb-6' : 'mt-6'}>
      <h2 id="with-others" className="mb-2 text-lg">
        {t('waiting.withOthers')}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {marks > 0 && mayRemind && <Marks school={school} works={marks} opened={opened} />}
        {invitations > 0 && (
          <Line
            icon={<UserPlus className="size-5" aria-hidden="true" />}
            words={t('waiting.parents', { count: invitations })}
          >
            <LinkButton to={paths.students()}>{t('waiting.openList')}</LinkButton>
          </Line>
        )}
      </ul>
    </section>
  )
}

function Marks({ school, works, opened }: { school: OwnSchool; works: number; opened: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(opened)
  const id = useId()
  const { data: teachers, error, refetch } = useRead(waiting.teachersOwing, { schoolId: school.id })
  const { mutateAsync: remind, isPending } = useWrite(waiting.remindTeachers)
  const send = (teacherIds?: string[]) =>
    void remind({ schoolId: school.id, ...(teacherIds && { teacherIds }) })
      .then(({ changed }) => toast({ title: t('waiting.reminded', { count: changed }) }))
      .catch(toastRefusal)
  const owing = teachers ?? []
  const words = t('waiting.marks', { count: works })
  return (
    <Line
      icon={<ClipboardPen className="size-5" aria-hidden="true" />}
      words={owing.length > 0 ? `${words} ${t('waiting.withTeachers', { count: owing.length })}` : words}
      below={
        open && (
          <div id={id} className="mt-2 w-full">
            {teachers ? (
              <ul className="divide-y divide-line">
                {owing.map((teacher) => (
                  <Teacher
                    key={teacher.teacherId}
                    teacher={teacher}
                    timeZone={school.timeZone}
                    busy={isPending}
                    onRemind={() => send([teacher.teacherId])}
                  />
                ))}
              </ul>
            ) : (
              <LoadingOrFailed error={error} again={refetch} count={3} />
            )}
          </div>
        )
      }
    >
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t('waiting.whoOwes')}
      </Button>
      {owing.some(({ remindedAt }) => remindedAt === null) && (
        <Button disabled={isPending} icon={<BellRing className="size-5" aria-hidden="true" />} onClick={() => send()}>
          {t('waiting.remindAll')}
        </Button>
      )}
    </Line>
  )
}

type TeacherProps = {
  teacher: OutputOf<typeof waiting.teachersOwing>[number]
  timeZone: string
  busy: boolean
  onRemind: () => void
}

function Teacher({ teacher, timeZone, busy, onRemind }: TeacherProps) {
  const { t } = useTranslation()
  const { teacherName, works, remindedAt, remindedByName } = teacher
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <span className="min-w-0 flex-1 basis-40">
        <Bdi>{teacherName}</Bdi> <span className="text-sm text-muted">{t('waiting.works', { count: works })}</span>
      </span>
      {remindedAt ? (
        <span className="text-sm text-muted">
          {t('waiting.remindedBy')} <Bdi>{remindedByName}</Bdi> · <Moment at={remindedAt} timeZone={timeZone} />
        </span>
      ) : (
        <Button
          tone="quiet"
          disabled={busy}
          aria-label={t('waiting.remindOne', { name: teacherName })}
          onClick={onRemind}
        >
          {t('waiting.remind')}
        </Button>
      )}
    </li>
  )
}

type LineProps = { icon: ReactNode; words: string; below?: ReactNode; children: ReactNode }

const Line = ({ icon, words, below, children }: LineProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
    <span className="shrink-0 text-wait">{icon}</span>
    <span className="min-w-0 flex-1 basis-40">{words}</span>
    <span className="flex flex-wrap gap-2">{children}</span>
    {below}
  </li>
)
