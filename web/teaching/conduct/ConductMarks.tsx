import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Ring } from '#web/ui/Ring.tsx'

/** The mark of conduct of a student in each term so far; nothing where the school has none. */
export function ConductMarks({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(conduct.marks, { studentId })
  if (!data || data.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-6" aria-label={t('conduct.mark')}>
      {data.map(({ termId, termName, mark, fullMark, merits, breaches }) => (
        <li key={termId} className="flex items-center gap-3">
          <Ring share={mark / fullMark} done={mark === fullMark}>
            <Digits>{mark}</Digits>
          </Ring>
          <div>
            <p className="font-medium">
              {t('conduct.markOf')} <Digits>{fullMark}</Digits>
            </p>
            <p className="text-sm text-muted">
              {termName && (
                <>
                  <Bdi>{termName}</Bdi> ·{' '}
                </>
              )}
              <Digits>
                +{merits} −{breaches}
              </Digits>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
