//! The promises that hold in every state, and the situations that a run must reach.

use super::{
    bounds::{Bounds, Sight},
    flows::{Proof, Task},
    service::{SEEN, TOOK},
    state::State,
    world::World,
};
use billwire::SettlementState;
use stateright::Property;

pub(crate) fn of(bounds: &Bounds) -> Vec<Property<World>> {
    let mut properties = promises();
    let mut holds = |applies: bool, name, condition: fn(&World, &State) -> bool| {
        if applies {
            properties.push(Property::always(name, condition));
        }
    };
    // Nobody can know of a movement behind a false refusal, or after a wrong word.
    holds(!bounds.conduct.refuses_falsely && bounds.wrong_words == 0, NOT_REFUSED, |_, state| {
        state.service.moved == 0 || !state.is_refused()
    });
    let means_moved = !bounds.conduct.fails && bounds.wrong_words == 0;
    // A flow may end just before another one hears of it.
    holds(means_moved, "no bill stays refused of which anybody was told that it was taken", |_, state| {
        state.told & (TOOK | SEEN) == 0 || !state.has_all_ended() || !state.is_stored(SettlementState::Refused)
    });
    holds(means_moved, "nobody sends once anybody was told that the bill was taken", |_, state| {
        !state.sent_though_told
    });
    properties.extend(situations(bounds));
    properties
}

const NOT_REFUSED: &str = "a bill whose money moves is not refused";

fn promises() -> Vec<Property<World>> {
    vec![
        Property::always("a bill is settled at most once", |_, state: &State| state.service.moved <= 1),
        Property::always("what was heard and could be stored is in the record", |_, state: &State| {
            let held = state.stored.map_or(0, |stored| stored.holds);
            state.storable & !held == 0
        }),
        Property::always("what is called settled has moved its money", |_, state: &State| {
            let is_proved = |proof| state.has(Task::Settled { proof });
            let is_recorded = state.is_stored(SettlementState::Settled) && !state.is_called_settled;
            let is_settled = is_recorded || is_proved(Proof::Answer) || is_proved(Proof::Verification);
            !is_settled || (state.service.moved > 0 && state.service.bill == state.bill())
        }),
        Property::always("no bill is refused or unclear while it is sent", |_, state: &State| {
            let has_ended = [SettlementState::Refused, SettlementState::Unclear].map(|end| state.is_stored(end));
            state.losses > 0 || !state.is_sending() || has_ended == [false, false]
        }),
        Property::always("there is a way on from every record", |_, state: &State| {
            state.stored.is_none_or(|stored| stored.goes_on)
        }),
        Property::always("one of several flows goes on until the bill has ended", |_, state: &State| {
            let was_left = state.has_all_ended() && state.is_stored(SettlementState::Open);
            !was_left || state.crashes > 0 || state.losses > 0
        }),
        Property::always("every flow ends", |world: &World, state: &State| {
            state.now < world.bounds.end() || state.has_all_ended()
        }),
        Property::always("a flow takes what it asked for", |_, state: &State| !state.is_confused),
    ]
}

fn situations(bounds: &Bounds) -> Vec<Property<World>> {
    let mut properties = Vec::new();
    let mut reaches = |happens: bool, name, condition: fn(&World, &State) -> bool| {
        if happens {
            properties.push(Property::sometimes(name, condition));
        }
    };
    reaches(true, "settled by an answer", |_, state| state.has(Task::Settled { proof: Proof::Answer }));
    reaches(true, "settled by a verification", |_, state| state.has(Task::Settled { proof: Proof::Verification }));
    reaches(true, "refused", |_, state| state.has(Task::Refused));
    reaches(true, "unclear", |_, state| state.has(Task::Unclear));
    let settles_again = bounds.attempts > 1 && !matches!(bounds.sight, Sight::WithoutControl(_));
    reaches(settles_again, "settled by the second attempt", |_, state| {
        state.is_settled() && state.stored.is_some_and(|stored| stored.attempts >= 2)
    });
    reaches(bounds.processes > 1, "taken over", |_, state| state.has(Task::TakenOver));
    reaches(bounds.crashes > 0, "settled after a crash", |_, state| state.crashes > 0 && state.is_settled());
    reaches(bounds.silences > 0, "settled after a silence", |_, state| state.silences > 0 && state.is_settled());
    reaches(bounds.losses > 0, "settled after a loss", |_, state| state.losses > 0 && state.is_settled());
    reaches(bounds.returns > 0, "settled after a return", |_, state| state.returns > 0 && state.is_settled());
    reaches(bounds.returns > 1, "refused after a return", |_, state| state.returns > 1 && state.has(Task::Refused));
    reaches(bounds.wrong_words > 0, "settled after a wrong word", |_, state| {
        state.wrong_words > 0 && state.service.moved > 0 && state.is_settled()
    });
    properties
}
