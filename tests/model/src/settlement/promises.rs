//! The promises that hold in every state, and the situations that a run must reach.

use super::{
    bounds::Bounds,
    flows::{StoredState, Task},
    service::Conduct,
    state::State,
    world::World,
};
use stateright::Property;

pub(crate) fn of(bounds: &Bounds) -> Vec<Property<World>> {
    let mut properties = promises();
    // Other clocks and other words end a bill earlier.
    if bounds.jumps == 0 && bounds.conduct == Conduct::Plain && bounds.returns == 0 {
        properties
            .push(Property::always("no bill is called unclear before its deadline", |world: &World, state: &State| {
                state.now >= world.bounds.deadline || !state.has(Task::Unclear)
            }));
    }
    properties.extend(situations(bounds));
    properties
}

fn promises() -> Vec<Property<World>> {
    vec![
        Property::always("a bill is settled at most once", |_, state: &State| state.service.moved <= 1),
        // A backup may say so, and no flow that looks first.
        Property::always("a bill whose money moves is not refused", |_, state: &State| {
            let is_recorded = state.losses == 0 && state.is_stored(StoredState::Refused);
            state.service.moved == 0 || !(is_recorded || state.has(Task::Refused))
        }),
        Property::always("a settled bill has moved its money", |_, state: &State| {
            state.service.moved > 0 || !state.is_settled()
        }),
        Property::always("what the service took is neither sent again nor refused", |_, state: &State| !state.forgot),
        Property::always("there is a way on from every record", |_, state: &State| {
            state.stored.is_none_or(|stored| stored.goes_on)
        }),
        Property::always("every flow ends", |world: &World, state: &State| {
            state.now < world.bounds.end() || state.running().all(|process| process.task.has_ended())
        }),
        Property::always("a flow takes only what it asked for", |_, state: &State| !state.confused),
    ]
}

fn situations(bounds: &Bounds) -> Vec<Property<World>> {
    let mut properties = vec![
        Property::sometimes("settled by a verification", |_, state: &State| {
            state.has(Task::Settled { by_verification: true })
        }),
        Property::sometimes("refused", |_, state: &State| state.has(Task::Refused)),
    ];
    if bounds.conduct != Conduct::Once {
        properties.push(Property::sometimes("unclear", |_, state: &State| state.has(Task::Unclear)));
    }
    let mut reaches = |happens: bool, name, condition: fn(&World, &State) -> bool| {
        if happens {
            properties.push(Property::sometimes(name, condition));
        }
    };
    reaches(bounds.conduct != Conduct::Once && bounds.attempts > 1, "settled by the second attempt", |_, state| {
        state.is_settled() && state.attempts() >= 2
    });
    reaches(bounds.crashes > 0, "settled by the first attempt after a crash", |_, state| {
        state.crashes > 0 && state.is_settled() && state.attempts() == 1
    });
    reaches(bounds.processes > 1, "taken over", |_, state| state.has(Task::TakenOver));
    reaches(bounds.processes > 1 && bounds.sleep > bounds.in_flight, "settled by another while asleep", |_, state| {
        state.overslept && state.has(Task::TakenOver) && state.is_settled() && state.attempts() >= 2
    });
    reaches(bounds.jumps > 0, "settled after a jump", |_, state| state.jumps > 0 && state.is_settled());
    reaches(bounds.losses > 0, "settled after a loss", |_, state| state.losses > 0 && state.is_settled());
    reaches(bounds.silences > 0, "settled after a silence", |_, state| state.silences > 0 && state.is_settled());
    reaches(bounds.returns > 0, "settled after a return", |_, state| state.returns > 0 && state.is_settled());
    reaches(bounds.returns > 1, "refused after a return", |_, state| state.returns > 1 && state.has(Task::Refused));
    properties
}
