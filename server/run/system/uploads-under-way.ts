import type { FastifyRequest } from 'fastify'
import { addressOf } from '#server/call/addresses.ts'
import { busy } from '#server/base/errors.ts'
import type { Scan } from './virus-scanner.ts'

/** How many uploads may be under way, from one address and in all. */
export type UploadFigures = { ofAddress: number; inAll: number }

export const uploadFigures: UploadFigures = { ofAddress: 6, inAll: 30 }

/** Runs work as one of the uploads under way. Throws 503 when there are too many already. */
export type UploadsUnderWay = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>

/** What every upload goes through: the limit of concurrent uploads, and the virus scanner. */
export type Incoming = { underWay: UploadsUnderWay; scan: Scan }

/** An upload takes disk space until it is stored or refused, so only a limited number may run at once. */
export function uploadsUnderWay({ ofAddress, inAll }: UploadFigures): UploadsUnderWay {
  const byAddress = new Map<string, number>()
  let all = 0

  return async (request, work) => {
    const address = addressOf(request.ip)
    const here = byAddress.get(address) ?? 0
    if (here >= ofAddress || all >= inAll) throw busy('too many uploads under way')
    byAddress.set(address, here + 1)
    all++
    try {
      return await work()
    } finally {
      all--
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    }
  }
}
