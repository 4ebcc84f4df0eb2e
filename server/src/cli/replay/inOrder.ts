/** Takes results whenever they come and hands them on in the order in which they were announced. */
export class InOrder<Result> {
  private readonly take: (result: Result) => void;
  private readonly early = new Map<number, Result>();
  private announced = 0;
  private next = 0;

  constructor(take: (result: Result) => void) {
    this.take = take;
  }

  /** One more result will come; call what is given with it. */
  announce(): (result: Result) => void {
    const place = this.announced++;
    return (result) => {
      this.early.set(place, result);
      for (let ready = this.early.get(this.next); ready !== undefined; ready = this.early.get(this.next)) {
        this.early.delete(this.next++);
        this.take(ready);
      }
    };
  }
}
