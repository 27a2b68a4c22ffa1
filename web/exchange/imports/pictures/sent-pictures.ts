import { useEffect, useRef, useState } from 'react'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { staleAfter, writing } from '#web/lib/api.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { wholeOf } from '#web/ui/crop.ts'
import { opened, prepared, uploaded } from '#web/ui/picture-file.ts'
import type { MatchedPicture } from './match-pictures.ts'

type Result = { done: MatchedPicture[]; failed: string[] }

/** Sends pictures one after the other, each cut to the square in its middle. What was stored can be taken back as long as the page is open. */
export function usePicturesSent() {
  const [part, setPart] = useState<number | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function send(matched: readonly MatchedPicture[]) {
    const { signal } = (stop.current = new AbortController())
    const done: MatchedPicture[] = []
    const failed: string[] = []
    for (const [nth, one] of matched.entries()) {
      if (signal.aborted) break
      setPart(nth / matched.length)
      try {
        await sendOne(one, signal)
        done.push(one)
      } catch (problem) {
        if (!signal.aborted) failed.push(`${one.picture.name}: ${sentenceFrom(problem)}`)
      }
    }
    void staleAfter(studentRecords.list)
    setPart(null)
    setResult({ done, failed })
  }

  /** Gives the students the pictures that they had before. */
  async function undo() {
    const failed: string[] = []
    const left: MatchedPicture[] = []
    const all = result?.done ?? []
    for (const [nth, one] of all.entries()) {
      setPart(nth / all.length)
      try {
        await writing(studentRecords.update, { id: one.student.id, imageUrl: one.student.imageUrl })
      } catch (problem) {
        left.push(one)
        failed.push(`${one.picture.name}: ${sentenceFrom(problem)}`)
      }
    }
    void staleAfter(studentRecords.list)
    setPart(null)
    setResult({ done: left, failed })
  }

  return { part, result, send, undo, stop: () => stop.current?.abort() }
}

async function sendOne({ picture, student }: MatchedPicture, signal: AbortSignal) {
  const file = new File([picture.blob], picture.name, { type: picture.blob.type })
  const bitmap = await opened(file)
  try {
    const blob = await prepared(bitmap, wholeOf(bitmap))
    await uploaded({ type: 1, ownerId: student.id, blob, signal, onProgress: () => {} })
  } finally {
    bitmap.close()
  }
}
