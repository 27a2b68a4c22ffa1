import { useLayoutEffect, useRef, useState } from 'react'
import { Loading } from '#web/ui/Skeleton.tsx'
import type { SheetProps } from './sheet.ts'
import { fitSheets } from './fit.ts'
import type { PaperLanguage } from './labels.ts'
import { Sheets, useLabels } from './PrintJob.tsx'

/** A paper as it will be, as wide as its place. It is for the eyes: everything on it stands beside it as text. */
export function SheetPreview({ paper, language }: { paper: SheetProps['paper']; language: PaperLanguage }) {
  const labels = useLabels()
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (labels) fitSheets(place.current!)
  }, [labels, paper, language, width])
  const isA5 = paper.look.size === 'A5' && paper.content.kind !== 'studentCard'
  // 96 px are an inch.
  const wide = ((isA5 ? 148 : 210) / 25.4) * 96
  const zoom = width / wide
  return (
    <div ref={place} className="paper-preview" inert>
      {labels ? (
        <div style={{ zoom }}>
          <Sheets job={{ papers: [paper] }} language={language} labels={labels} />
        </div>
      ) : (
        <Loading as="cards" count={1} />
      )}
    </div>
  )
}
