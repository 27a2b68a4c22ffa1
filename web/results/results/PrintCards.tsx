import { Printer } from 'lucide-react'
import { papers } from '#contract/results/papers/papers.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

type Props = { termId: string; students: number; classes: readonly { id: string; name: string }[] }

/** The way from closed figures to the report cards, which are issued and printed by class. */
export function PrintCards({ termId, students, classes }: Props) {
  const { t } = useTranslation()
  const mayIssue = useMay(papers.issue)
  if (!mayIssue) return null
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <h2 className="grow text-lg">{t('results.close.print', { count: students })}</h2>
      {classes.map(({ id, name }) => (
        <LinkButton
          key={id}
          icon={<Printer className="size-5" aria-hidden="true" />}
          to={paths.papersFor('termCard', undefined, id, termId)}
        >
          {t('results.close.cardsOf', { name: isolated(name) })}
        </LinkButton>
      ))}
    </Card>
  )
}
