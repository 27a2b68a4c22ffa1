import { Undo2 } from 'lucide-react'
import { papers } from '#contract/results/papers/papers.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Takes back all papers of the call that issued the named one, and says how many. */
export function useTakingBack(schoolId: string) {
  const { t } = useTranslation()
  const { mutateAsync: undo } = useWrite(papers.undoIssue)
  return async (paperId: string) => {
    const { changed } = await undo({ schoolId, paperId })
    toast({ title: t('papers.wereTakenBack', { count: changed }) })
  }
}

/** Takes back all papers of the call that issued this one. */
export function TakeBack({ schoolId, paper }: { schoolId: string; paper: { id: string; takesBack: number } }) {
  const { t } = useTranslation()
  const takeBack = useTakingBack(schoolId)
  const count = paper.takesBack
  return (
    <AskFirst
      title={t('papers.takeBackAsk', { count })}
      description={t('papers.takeBackMeans')}
      submit={t('papers.takeBack', { count })}
      danger
      run={() => takeBack(paper.id)}
    >
      {(ask, busy) => (
        <Button icon={<Undo2 className="size-5" aria-hidden="true" />} disabled={busy} onClick={ask}>
          {t('papers.takeBack', { count })}
        </Button>
      )}
    </AskFirst>
  )
}
