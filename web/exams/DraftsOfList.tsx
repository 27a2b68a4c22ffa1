import { Eye } from 'lucide-react'
import { useState } from 'react'
import { publishing } from '#contract/exams/publishing.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'

type Draft = { id: string; title: string; marked: number; students: number }

/** How many exams of a list parents do not see yet; several are published at once. */
export function DraftsOfList({ schoolId, drafts }: { schoolId: string; drafts: Draft[] }) {
  const { t } = useTranslation()
  const mayPublish = useMay(publishing.publish, schoolId)
  const publish = usePublishing()
  const [chosen, setChosen] = useState<Set<string> | null>(null)
  // One that nobody has marked is seldom meant.
  const open = () => setChosen(new Set(drafts.filter(({ marked }) => marked > 0).map(({ id }) => id)))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-2">
      <StatusBadge status="waiting" word={t('work.draft')} />
      <p className="min-w-0 flex-1 basis-56 text-sm">{t('publishing.inList', { count: drafts.length })}</p>
      {mayPublish && (
        <Button icon={<Eye className="size-5" aria-hidden="true" />} onClick={open}>
          {t('publishing.publish')}
        </Button>
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
    </div>
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
      toast({ title: sentenceFrom(error), tone: 'danger' })
    }
  }
}

const atOnce = 100
