import { useState } from 'react'
import { Word } from './SheetParts.tsx'

/** The picture of a student, or a frame to glue one into. */
export function Photo({ src }: { src: string | null }) {
  const [missing, setMissing] = useState(false)
  if (src && !missing) return <img className="paper-photo" src={src} alt="" onError={() => setMissing(true)} />
  return (
    <span className="paper-photo">
      <span>
        <Word of="photo" />
      </span>
    </span>
  )
}
