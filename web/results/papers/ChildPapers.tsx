import { FileDown } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { PaperLanguage } from './labels.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Printing } from './Printing.tsx'

type Paper = OutputOf<typeof papers.own>[number]

/** The papers of a child, as the school issued them: printed, or saved as PDF, as often as one likes. */
export function ChildPapers({ studentId }: { studentId: string }) {
  const { t, language: spoken } = useTranslation()
  const [language, setLanguage] = useState<PaperLanguage>(spoken)
  const [printing, setPrinting] = useState<Paper | null>(null)
  const { data, error, refetch } = useRead(papers.own, { studentId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  if (data.length === 0) return <Empty sentence={t('papers.noneOfChild')} />
  return (
    <div className="space-y-3">
      <p className="text-muted">{t('papers.ofChild')}</p>
      <LanguageChoice value={language} onChange={setLanguage} />
      <ul className="space-y-2">
        {data.map((paper) => (
          <li key={paper.id}>
            <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div>
                <p>
                  <span className="font-medium">{t(`papers.kind.${paper.content.kind}`)}</span>{' '}
                  <Digits>
                    {paper.content.number}/{paper.content.year}
                  </Digits>
                </p>
                <p className="text-sm text-muted">
                  <Day day={paper.content.day} />
                  {paper.content.result && (
                    <>
                      {' · '}
                      <Bdi>{paper.content.result.termName}</Bdi>
                    </>
                  )}
                </p>
                {paper.revokedAt && <p className="text-sm text-danger">{t('papers.revokedForParents')}</p>}
              </div>
              {!paper.revokedAt && (
                <Button icon={<FileDown className="size-5" aria-hidden="true" />} onClick={() => setPrinting(paper)}>
                  {t('papers.savePdf')}
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
      <Printing job={printing && { papers: [printing] }} language={language} onClose={() => setPrinting(null)} />
    </div>
  )
}
