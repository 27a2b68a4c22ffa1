import { type ReactNode, useState } from 'react'
import { studentRecords } from '#contract/students/student-records.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Failed } from '#web/ui/States.tsx'
import { toast } from '#web/ui/toast.ts'
import { studentName, type Student } from './student.ts'

export type ChosenProps = {
  schoolId: string
  chosen: ReadonlySet<string>
  /** A student for whom it is done, and who is no longer chosen. */
  onDone: (id: string) => void
  onClose: () => void
}

type Props = ChosenProps & {
  title: string
  submit: string
  /** Whether all required fields are filled in. */
  isReady?: boolean
  /** Throws what the server refused. */
  each: (student: Student) => Promise<unknown>
  children?: ReactNode
}

/** The chosen students with everything a list says of them, of whichever page. */
export function useChosen(schoolId: string, chosen: ReadonlySet<string>) {
  const { data, error, refetch } = useWhole(studentRecords.list, { schoolId })
  return { students: data?.filter(({ id }) => chosen.has(id)), error, refetch }
}

/** Applies one action to every chosen student, one after the other. A refusal stops it; the rest stay chosen. */
export function EachStudent({
  schoolId,
  chosen,
  onDone,
  onClose,
  title,
  submit,
  isReady = true,
  each,
  children,
}: Props) {
  const { t } = useTranslation()
  const { students, error, refetch } = useChosen(schoolId, chosen)
  const [running, setRunning] = useState<{ done: number; all: number } | null>(null)
  const [refused, setRefused] = useState<{ name: string; sentence: string } | null>(null)

  async function run(todo: Student[]) {
    setRefused(null)
    let done = 0
    for (const student of todo) {
      setRunning({ done, all: todo.length })
      try {
        await each(student)
      } catch (problem) {
        setRefused({ name: studentName(student), sentence: sentenceFrom(problem) })
        break
      }
      onDone(student.id)
      done++
    }
    setRunning(null)
    void queryClient.invalidateQueries()
    if (done < todo.length) return
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !running && onClose()} title={title}>
      {students ? (
        <>
          <p className="mb-3 text-muted">
            {running ? (
              <Digits>
                {running.done} / {running.all}
              </Digits>
            ) : (
              t('settings.students.count', { count: students.length })
            )}
          </p>
          {children}
          {refused && (
            <p role="alert" className="mt-4 rounded-field bg-danger-soft px-4 py-3 text-danger">
              <Bdi>{refused.name}</Bdi>: {refused.sentence}
            </p>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <DialogCancel />
            <Button
              tone="primary"
              disabled={!isReady || running !== null || students.length === 0}
              onClick={() => void run(students)}
            >
              {running ? t('common.submitting') : submit}
            </Button>
          </div>
        </>
      ) : error ? (
        <Failed error={error} again={refetch} />
      ) : (
        <Loading count={2} />
      )}
    </Dialog>
  )
}
