import type { PaperContent } from '#contract/results/papers/content.ts'
import { useWriting } from './SheetParts.tsx'

type Remarks = NonNullable<NonNullable<PaperContent['result']>['remarks']>

/** What teachers wrote, in each language of the paper: of the class, then of courses. Nothing is translated. */
export function TermRemarks({ remarks }: { remarks: Remarks }) {
  const { labels, spoken } = useWriting()
  return (
    <>
      {spoken.map((one) => {
        const own = remarks.filter(({ language }) => language === one)
        if (own.length === 0) return null
        return (
          <div key={one} className="paper-remarks" lang={one} dir={one === 'ar' ? 'rtl' : 'ltr'}>
            {own.map(({ course, body, byName }, nth) => (
              <p key={nth}>
                <b>
                  <bdi>{course ?? labels[one]('remarks')}</bdi>
                </b>{' '}
                {body} <small>{byName}</small>
              </p>
            ))}
          </div>
        )
      })}
    </>
  )
}
