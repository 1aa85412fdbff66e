import { makeCertificate, startPushService } from './push-service.ts'

// A push service as a separate program, for end-to-end tests. It prints one line with its address and its
// certificate.
const certificate = await makeCertificate()
const { origin, host } = await startPushService(certificate)
process.stdout.write(`${JSON.stringify({ origin, host, cert: certificate.cert })}\n`)
