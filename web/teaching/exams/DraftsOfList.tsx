import { Eye } from 'lucide-react'
import { useState } from 'react'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

type Draft = { id: string; title: string; marked: number; students: number }

/** How many exams of a list parents do not see yet, in the line of its tools; several are published at once. */
export function DraftsOfList({ schoolId, drafts }: { schoolId: string; drafts: Draft[] }) {
  const { t } = useTranslation()
  const mayPublish = useMay(publishing.publish, schoolId)
  const publish = usePublishing()
  const [chosen, setChosen] = useState<Set<string> | null>(null)
  // One that nobody has marked is seldom meant.
  const open = () => setChosen(new Set(drafts.filter(({ marked }) => marked > 0).map(({ id }) => id)))
  const means = t('publishing.inList', { count: drafts.length })
  return (
    <>
      {mayPublish ? (
        <Button short icon={<Eye className="size-5 shrink-0" aria-hidden="true" />} title={means} onClick={open}>
          {`${t('publishing.publish')} (${drafts.length})`}
        </Button>
      ) : (
        <span title={means}>
          <StatusBadge status="waiting" word={t('publishing.drafts', { count: drafts.length })} />
        </span>
      )}
      {chosen && (
        <Dialog
          open
          onOpenChange={() => setChosen(null)}
          title={t('publishing.several')}
          description={t('publishing.means')}
          submit={{ label: t('publishing.publish'), run: () => void publish([...chosen]) }}
        >
          <ManyChoice
            label={t('publishing.which')}
            items={drafts.map(({ id, title, marked, students }) => ({
              value: id,
              label: title,
              hint: t('work.marked', { done: marked, all: students }),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        </Dialog>
      )}
    </>
  )
}

/** Publishes the marks of exams, and says how many. */
export function usePublishing() {
  const { t } = useTranslation()
  const publish = useChange(publishing.publish)
  return async (ids: string[]) => {
    if (ids.length === 0) return
    try {
      await publish({ items: ids.slice(0, atOnce).map((examId) => ({ examId })) })
      toast({ title: t('publishing.done', { count: Math.min(ids.length, atOnce) }) })
    } catch (error) {
      toastRefusal(error)
    }
  }
}

const atOnce = 100
