import type { FastifyInstance } from 'fastify'

export type Part = { bytes: Buffer; fileName?: string; mime?: string }

/** A form as a browser sends it. `fields` before the file. */
export async function formOf(fields: Record<string, string>, part?: Part, name = 'File') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (part) {
    const blob = new Blob([new Uint8Array(part.bytes)], { type: part.mime ?? 'image/png' })
    form.append(name, blob, part.fileName ?? 'picture.png')
  }
  const made = new Response(form)
  return {
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  }
}

/** Uploads and downloads of pictures, with the token of any person. */
export function sending(app: FastifyInstance) {
  const as = (token: string | null) => (token ? { authorization: `Bearer ${token}` } : {})
  return {
    upload: async (
      token: string | null,
      { type, id, ...part }: { type: string; id: string } & Part,
      headers: Record<string, string> = {},
    ) => {
      const form = await formOf({ UserId: id, Type: type }, part)
      return app.inject({
        method: 'POST',
        url: '/ImageUploder/UploadImage',
        payload: form.payload,
        headers: { ...form.headers, ...as(token), ...headers },
      })
    },
    fetch: (token: string | null, url: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'GET', url, headers: { ...as(token), ...headers } }),
  }
}
